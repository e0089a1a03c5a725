package dev.barnacle.ir.text;

/** A text is not IR. The message says where and what was expected. */
public final class ParseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final int line;
  private final int column;

  ParseException(String file, int line, int column, String message) {
    super(file + ":" + line + ":" + column + ": error: " + message);
    this.file = file;
    this.line = line;
    this.column = column;
  }

  /** Returns the name of the text. */
  public String file() {
    return file;
  }

  /** Returns the line, from 1. */
  public int line() {
    return line;
  }

  /** Returns the column, from 1. */
  public int column() {
    return column;
  }
}

package dev.barnacle.model;

/** A model that cannot be read: where, and what was expected. */
public final class ModelException extends Exception {
  private static final long serialVersionUID = 1;

  private final String file;
  private final int line;
  private final int column;

  /**
   * @param file the model's file, as the user named it
   * @param line from 1
   * @param column from 1
   * @param message what is wrong
   */
  public ModelException(String file, int line, int column, String message) {
    super(message);
    this.file = file;
    this.line = line;
    this.column = column;
  }

  /** The model's file, as the user named it. */
  public String file() {
    return file;
  }

  /** The line, from 1. */
  public int line() {
    return line;
  }

  /** The column, from 1. */
  public int column() {
    return column;
  }

  /** {@code file:line:column: error: message}. */
  public String diagnostic() {
    return file + ":" + line + ":" + column + ": error: " + getMessage();
  }
}

package dev.barnacle.llvm.error;

/** Textual LLVM IR or bitcode that LLVM cannot read. */
public final class LlvmParseException extends LlvmException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  /**
   * Makes an exception; line and column count from 1, and 0 stands for unknown (bitcode has
   * neither).
   */
  public LlvmParseException(String message, int line, int column) {
    super(message);
    this.line = line;
    this.column = column;
  }

  /** The line of the error, from 1, or 0 where LLVM names none. */
  public int line() {
    return line;
  }

  /** The column of the error, from 1, or 0 where LLVM names none. */
  public int column() {
    return column;
  }
}

package dev.barnacle.ir.pass;

import dev.barnacle.ir.Function;

/** A pass would make a function larger than engines can compile. */
public final class TooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Function function;
  private final String reason;

  TooLargeException(Function function, String reason) {
    super(function + ": " + reason);
    this.function = function;
    this.reason = reason;
  }

  /** Returns the function. */
  public Function function() {
    return function;
  }

  /** Returns why it gets too large, in one line that names it. */
  public String reason() {
    return reason;
  }
}

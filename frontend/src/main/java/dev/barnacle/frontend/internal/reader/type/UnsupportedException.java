package dev.barnacle.frontend.internal.reader.type;

/**
 * Something in the program that has no counterpart in the IR or that OpenCL C forbids; whoever
 * knows the place makes a diagnostic of it.
 */
public final class UnsupportedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception whose message is the whole diagnostic. */
  public UnsupportedException(String message) {
    super(message, null, false, false);
  }

  /** Makes an exception for what follows from an error that was reported before. */
  public static UnsupportedException followUp() {
    return new UnsupportedException("");
  }

  /** Returns whether it only follows from an error that was reported before. */
  public boolean isFollowUp() {
    return String.valueOf(getMessage()).isEmpty();
  }

  /** Makes an exception that says that {@code what} is not supported. */
  public static UnsupportedException of(String what) {
    return new UnsupportedException(what + " is not supported");
  }
}

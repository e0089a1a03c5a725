package dev.barnacle.llvm.error;

import dev.barnacle.llvm.TimeLimit;

/**
 * LLVM did not end within the time that it was given ({@link TimeLimit}). It goes on by itself, on
 * a thread that nobody waits for.
 */
public final class LlvmTimeoutException extends LlvmException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception with this message. */
  public LlvmTimeoutException(String message) {
    super(message);
  }
}

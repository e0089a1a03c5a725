package dev.barnacle.llvm.link;

import dev.barnacle.llvm.error.LlvmException;

/** An object file that contradicts itself, or is none. */
public final class BadObjectException extends LlvmException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception with this message. */
  public BadObjectException(String message) {
    super(message);
  }
}

package dev.barnacle.llvm.link;

import dev.barnacle.llvm.error.LlvmException;

/** An object file that asks for something that this linker does not do; another one may. */
public final class UnknownObjectException extends LlvmException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception with this message. */
  public UnknownObjectException(String message) {
    super(message);
  }
}

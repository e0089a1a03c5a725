package dev.barnacle.llvm.error;

/**
 * LLVM met a state that it cannot go on from ({@code report_fatal_error}: an instruction that the
 * target cannot express, say). The context and module in use are lost: closing them does nothing,
 * and their memory is not given back.
 */
public final class LlvmFatalException extends LlvmException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception with LLVM's message. */
  public LlvmFatalException(String message) {
    super(message);
  }
}

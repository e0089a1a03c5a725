package dev.barnacle.llvm.error;

/** LLVM refused something; the message is LLVM's own, after a few words on what was tried. */
public class LlvmException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String text;

  /** Makes an exception with this message. */
  public LlvmException(String message) {
    super(message);
    this.text = message;
  }

  /** Makes an exception with this message and cause. */
  public LlvmException(String message, Throwable cause) {
    super(message, cause);
    this.text = message;
  }

  /** The message, never null. */
  @Override
  public String getMessage() {
    return text;
  }
}

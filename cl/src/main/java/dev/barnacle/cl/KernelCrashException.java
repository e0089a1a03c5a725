package dev.barnacle.cl;

/**
 * A kernel that the system stopped: it left its memory, or did what the processor refuses. What the
 * process has in memory may be damaged.
 */
public final class KernelCrashException extends ClException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception with what the kernel did. */
  public KernelCrashException(ErrorCode code, String detail, Throwable cause) {
    super(code, detail, cause);
  }
}

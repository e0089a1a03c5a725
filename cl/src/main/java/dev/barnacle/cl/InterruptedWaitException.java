package dev.barnacle.cl;

/**
 * A wait that ended because the waiting thread was interrupted, before what it waited for had
 * ended. The thread's interrupt status is set, as {@link Thread#interrupted} tells; commands go on
 * their way. It is no {@link ClException}, since nothing failed and OpenCL has no code for it.
 */
public final class InterruptedWaitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception with what was waited for. */
  public InterruptedWaitException(String what) {
    super("interrupted while waiting for " + what);
  }
}

package dev.barnacle.cl;

/**
 * A kernel that did what OpenCL leaves undefined, where the engine noticed; the launch was well but
 * its results are not to be used.
 */
public final class KernelFaultException extends ClException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception with what the kernel did. */
  public KernelFaultException(ErrorCode code, String detail, Throwable cause) {
    super(code, detail, cause);
  }
}

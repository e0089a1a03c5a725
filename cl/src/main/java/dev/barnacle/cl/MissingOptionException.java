package dev.barnacle.cl;

/**
 * The JVM was started without an option that Barnacle needs; the message names it. There is no
 * stack trace, since nobody's code is at fault: uncaught, it is one line.
 */
public final class MissingOptionException extends ClException {
  private static final long serialVersionUID = 1L;

  MissingOptionException(String what) {
    super(ErrorCode.CL_DEVICE_NOT_AVAILABLE, "Java must be started with " + what, false);
  }
}

package dev.barnacle.cl;

/** A request that the platform refuses; the message says why in one line. */
public class ClException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String detail;

  /** Makes an exception with the specification's error code and what went wrong, in words. */
  public ClException(ErrorCode code, String detail) {
    super(detail + " (" + code + ")");
    this.code = code;
    this.detail = detail;
  }

  /** Makes an exception with its cause. */
  public ClException(ErrorCode code, String detail, Throwable cause) {
    super(detail + " (" + code + ")", cause);
    this.code = code;
    this.detail = detail;
  }

  /** Makes an exception with or without a stack trace. */
  ClException(ErrorCode code, String detail, boolean withStackTrace) {
    super(detail + " (" + code + ")", null, withStackTrace, withStackTrace);
    this.code = code;
    this.detail = detail;
  }

  /** Returns the specification's error code. */
  public final ErrorCode code() {
    return code;
  }

  /** Returns what went wrong, without the code's name. */
  public final String detail() {
    return detail;
  }
}

package dev.barnacle.frontend;

import java.util.List;

/**
 * A build option that OpenCL does not have, or that is malformed ({@code
 * CL_INVALID_BUILD_OPTIONS}); the message names it.
 */
public final class InvalidOptionException extends FrontendException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception with this message. */
  public InvalidOptionException(String message) {
    super(List.of(new Diagnostic(Diagnostic.Severity.ERROR, "", 0, 0, message)));
  }
}

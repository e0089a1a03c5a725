package dev.barnacle.frontend;

import java.util.List;

/**
 * A source that cannot be built ({@code CL_BUILD_PROGRAM_FAILURE}), with the build log as the
 * compiler wrote it.
 */
public final class CompileException extends FrontendException {
  private static final long serialVersionUID = 1L;

  private final String log;

  /**
   * Makes an exception.
   *
   * @param log the whole build log, with the lines of source and the carets under them
   * @param diagnostics the same, item by item; at least one is an error
   */
  public CompileException(String log, List<Diagnostic> diagnostics) {
    super(diagnostics);
    this.log = log;
  }

  /** Returns the build log ({@code CL_PROGRAM_BUILD_LOG}). */
  public String log() {
    return log;
  }
}

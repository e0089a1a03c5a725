package dev.barnacle.cl;

/** A program that does not compile or link; it carries the compiler's whole log. */
public final class BuildException extends ClException {
  private static final long serialVersionUID = 1L;

  private final String log;

  /**
   * Makes an exception.
   *
   * @param code {@code CL_BUILD_PROGRAM_FAILURE}, {@code CL_COMPILE_PROGRAM_FAILURE} or {@code
   *     CL_LINK_PROGRAM_FAILURE}
   * @param summary the first error, in one line with its place
   * @param log all diagnostics as the compiler gave them
   */
  public BuildException(ErrorCode code, String summary, String log, Throwable cause) {
    super(code, summary, cause);
    this.log = log;
  }

  /**
   * Returns the build log: every diagnostic with its file, line, column and source line ({@code
   * CL_PROGRAM_BUILD_LOG}).
   */
  public String log() {
    return log;
  }
}

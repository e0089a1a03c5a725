package dev.barnacle.command.arguments;

/** The command's exit statuses. */
public final class ExitStatus {
  /** All went well. */
  public static final int OK = 0;

  /** There are findings: a fault, an expectation that is not met. */
  public static final int FINDINGS = 1;

  /** Bad usage or input. */
  public static final int BAD_INPUT = 2;

  /** A bug in Barnacle. */
  public static final int BUG = 3;

  private ExitStatus() {}
}

package dev.barnacle.cli.internal.report;

import java.time.Instant;
import java.util.List;

/**
 * The facts about a run as a whole.
 *
 * @param command the command's name, such as {@code check}
 * @param arguments the command line after {@code barnacle}
 * @param version Barnacle's version
 * @param start when it began
 * @param end when it ended
 * @param exitStatus the exit status
 * @param summary how much of what in all, in a line
 * @param gone what the baseline knows and was not found again
 */
public record RunFacts(
    String command,
    List<String> arguments,
    String version,
    Instant start,
    Instant end,
    int exitStatus,
    String summary,
    List<Baseline.Entry> gone) {
  public RunFacts {
    arguments = List.copyOf(arguments);
    gone = List.copyOf(gone);
  }
}

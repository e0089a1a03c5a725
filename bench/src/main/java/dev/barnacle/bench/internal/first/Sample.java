package dev.barnacle.bench.internal.first;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sample of a processor's work.
 *
 * @param thread the thread's name, of 15 letters at most
 * @param process the process's number
 * @param nanos when, by CLOCK_MONOTONIC
 * @param address of the instruction
 * @param file that it lies in, as perf names it
 */
record Sample(String thread, long process, long nanos, long address, String file) {
  /** The fields that {@code perf script} is asked for. */
  static final String FIELDS = "comm,pid,tid,time,ip,dso";

  private static final Pattern LINE =
      Pattern.compile("\\s*(.*?)\\s+(\\d+)/\\d+\\s+(\\d+)\\.(\\d{9}):\\s+([0-9a-f]+) \\((.*)\\)");

  /** Reads a line of {@code perf script --ns}. */
  static Optional<Sample> read(String line) {
    Matcher matcher = LINE.matcher(line);
    return matcher.matches()
        ? Optional.of(
            new Sample(
                matcher.group(1),
                Long.parseLong(matcher.group(2)),
                Long.parseLong(matcher.group(3)) * 1_000_000_000 + Long.parseLong(matcher.group(4)),
                Long.parseUnsignedLong(matcher.group(5), 16),
                matcher.group(6)))
        : Optional.empty();
  }
}

package dev.barnacle.bench.internal;

import java.util.List;

/**
 * A line of the table.
 *
 * @param bench the workload's name
 * @param size its size in words
 * @param work units of work of a run
 * @param unit the unit
 * @param ours Barnacle's times
 * @param others the times of the other platforms that can run it
 * @param failures the platforms that can't, or whose results are wrong
 */
record Row(
    String bench,
    String size,
    double work,
    String unit,
    Timing ours,
    List<Timing> others,
    List<Failure> failures) {
  Row {
    others = List.copyOf(others);
    failures = List.copyOf(failures);
  }

  /** Makes a line without failures. */
  Row(String bench, String size, double work, String unit, Timing ours, List<Timing> others) {
    this(bench, size, work, unit, ours, others, List.of());
  }

  /**
   * The failure of a platform.
   *
   * @param platform its name
   * @param message one line
   */
  record Failure(String platform, String message) {}

  /** Returns units of work a second at Barnacle's best time. */
  double rate() {
    return work / (ours.bestMs() / 1e3);
  }

  /** Returns another platform's best time over Barnacle's: above 1, Barnacle is faster. */
  double ratio(Timing other) {
    return other.bestMs() / ours.bestMs();
  }

  /** Returns the same of the median times, in which all runs have their part. */
  double medianRatio(Timing other) {
    return other.medianMs() / ours.medianMs();
  }
}

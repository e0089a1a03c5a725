package dev.barnacle.bench.internal.first;

import java.util.List;

/**
 * The time that something took.
 *
 * @param wall nanoseconds
 * @param cpu nanoseconds of all processors together
 */
record Times(double wall, double cpu) {
  /** Returns the medians of both; there is at least one. */
  static Times median(List<Times> all) {
    return new Times(
        median(all.stream().mapToDouble(Times::wall).sorted().toArray()),
        median(all.stream().mapToDouble(Times::cpu).sorted().toArray()));
  }

  private static double median(double[] sorted) {
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}

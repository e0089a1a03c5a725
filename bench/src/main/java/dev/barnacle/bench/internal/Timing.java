package dev.barnacle.bench.internal;

import java.util.Arrays;

/**
 * The times of one workload on one platform.
 *
 * @param platform the platform's name
 * @param bestMs milliseconds of the fastest repetition
 * @param medianMs milliseconds of the middle one (the mean of the two in the middle)
 */
record Timing(String platform, double bestMs, double medianMs) {
  /** Returns the timing of so many nanoseconds, at least one. */
  static Timing of(String platform, long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0;
    return new Timing(platform, sorted[0] / 1e6, median / 1e6);
  }
}

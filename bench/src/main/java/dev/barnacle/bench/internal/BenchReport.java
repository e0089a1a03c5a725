package dev.barnacle.bench.internal;

/** Takes results, one by one as they come. */
interface BenchReport {
  /** Takes a line of the table. */
  void row(Row row);

  /**
   * Takes the geometric mean of the examples' or launches' ratios against one platform.
   *
   * @param platform the platform's name
   * @param ratio of the best times; above 1: Barnacle is faster
   * @param medianRatio of the median times
   */
  void mean(String platform, double ratio, double medianRatio);
}

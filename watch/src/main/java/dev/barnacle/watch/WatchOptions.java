package dev.barnacle.watch;

import java.time.Duration;

/**
 * How kernels are watched.
 *
 * @param threads how many threads run work-groups, at least 1
 * @param schedules under how many orders of work-items and work-groups a launch is run, at least 1;
 *     the first is that of their ids, the second the reverse, the others are random but the same
 *     each time
 * @param timeout after which a launch is stopped; zero for never
 * @param sameValueBenign whether races between writes of the same value are only counted
 */
public record WatchOptions(int threads, int schedules, Duration timeout, boolean sameValueBenign) {
  public WatchOptions {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " threads");
    }
    if (schedules < 1) {
      throw new IllegalArgumentException(schedules + " schedules");
    }
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("a negative timeout");
    }
  }

  /** All processors, one schedule, no timeout. */
  public static WatchOptions defaults() {
    return new WatchOptions(Runtime.getRuntime().availableProcessors(), 1, Duration.ZERO, false);
  }

  /** Returns the same with so many threads. */
  public WatchOptions withThreads(int count) {
    return new WatchOptions(count, schedules, timeout, sameValueBenign);
  }

  /** Returns the same with so many schedules. */
  public WatchOptions withSchedules(int count) {
    return new WatchOptions(threads, count, timeout, sameValueBenign);
  }

  /** Returns the same with a timeout. */
  public WatchOptions withTimeout(Duration limit) {
    return new WatchOptions(threads, schedules, limit, sameValueBenign);
  }

  /**
   * Returns the same where races between writes of the same value are findings ({@code false}) or
   * only counted ({@code true}). By the memory model they are races all the same.
   */
  public WatchOptions withSameValueBenign(boolean benign) {
    return new WatchOptions(threads, schedules, timeout, benign);
  }
}

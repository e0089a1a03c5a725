package dev.barnacle.watch;

import dev.barnacle.engine.HostProcessors;
import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.ir.Function;
import java.time.Duration;

/**
 * The options for watching kernels.
 *
 * @param threads how many threads run work-groups, at least 1
 * @param schedules under how many orders of work-items and work-groups a launch is run, at least 1,
 *     or {@link #AUTOMATIC}; the first is that of their ids, the second the reverse, the others are
 *     random but the same each time, and of small kernels three of four preempt work-items before
 *     atomic operations, and in half of them atomic loads may read old values and atomic stores may
 *     come before earlier ones; what a kernel prints is printed under the first
 * @param timeout after which a launch is stopped; zero for never
 * @param sameValueBenign whether races between writes of the same value are only counted
 * @param subGroupSize work-items of a full sub-group, one of {@link SubGroupSizes#ALL}, in kernels
 *     that don't ask for a size
 * @param only the one order to run, by its number from 0; {@link #ALL_ORDERS} for as many as {@code
 *     schedules} says
 * @param progress is told how far the launch is; of several at once, of the last one that began
 */
public record WatchOptions(
    int threads,
    int schedules,
    Duration timeout,
    boolean sameValueBenign,
    int subGroupSize,
    int only,
    Progress progress) {
  /** No order is the only one. */
  public static final int ALL_ORDERS = -1;

  /**
   * Schedules: one; for small kernels with atomic operations, whose values and so what they do may
   * depend on the order, eight, and of up to 64 work-items up to 64, or 512 where loads may read
   * old values: fewer where they take long (about a second), which is told by what the launch does
   * and not by the clock, so that it is the same everywhere.
   */
  public static final int AUTOMATIC = 0;

  private static final int SUB_GROUP_SIZE = 16;

  /** The same for all that ask for none, so that equal options are equal. */
  private static final Progress NOBODYS = new Progress();

  public WatchOptions {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " threads");
    }
    if (schedules < AUTOMATIC) {
      throw new IllegalArgumentException(schedules + " schedules");
    }
    if (timeout.isNegative()) {
      throw new IllegalArgumentException("a negative timeout");
    }
    if (only < ALL_ORDERS) {
      throw new IllegalArgumentException("order " + only);
    }
    if (!SubGroupSizes.ALL.contains(subGroupSize)) {
      throw new IllegalArgumentException("sub-groups of " + subGroupSize);
    }
  }

  /** All processors, one schedule, no timeout, sub-groups of 16. */
  public static WatchOptions defaults() {
    int threads = HostProcessors.count();
    return new WatchOptions(threads, 1, Duration.ZERO, false, SUB_GROUP_SIZE, ALL_ORDERS, NOBODYS);
  }

  /** Returns the same with so many threads. */
  public WatchOptions withThreads(int count) {
    return new WatchOptions(
        count, schedules, timeout, sameValueBenign, subGroupSize, only, progress);
  }

  /** Returns the same with so many schedules. */
  public WatchOptions withSchedules(int count) {
    return new WatchOptions(threads, count, timeout, sameValueBenign, subGroupSize, only, progress);
  }

  /** Returns the same with a timeout. */
  public WatchOptions withTimeout(Duration limit) {
    return new WatchOptions(
        threads, schedules, limit, sameValueBenign, subGroupSize, only, progress);
  }

  /**
   * Returns the same where races between writes of the same value are findings ({@code false}) or
   * only counted ({@code true}). By the memory model they are races all the same.
   */
  public WatchOptions withSameValueBenign(boolean benign) {
    return new WatchOptions(threads, schedules, timeout, benign, subGroupSize, only, progress);
  }

  /**
   * Returns the same with sub-groups of so many work-items, so that kernels whose results depend on
   * it compute the same as on another device.
   */
  public WatchOptions withSubGroupSize(int size) {
    return new WatchOptions(threads, schedules, timeout, sameValueBenign, size, only, progress);
  }

  /**
   * Returns the same that runs one order alone, as a launch under many had it as its {@code
   * order}-th, counted from 0.
   */
  public WatchOptions withOnly(int order) {
    return new WatchOptions(
        threads, schedules, timeout, sameValueBenign, subGroupSize, order, progress);
  }

  /** Returns the same that tells how far launches are. */
  public WatchOptions withProgress(Progress told) {
    return new WatchOptions(threads, schedules, timeout, sameValueBenign, subGroupSize, only, told);
  }

  /**
   * Returns the same with options given as text: {@code
   * schedules=4,timeout=2.5,same-value-benign=on}.
   *
   * @throws IllegalArgumentException if they are no options; the message says which
   */
  public WatchOptions with(String text) {
    WatchOptions options = this;
    for (String option : text.split(",", -1)) {
      if (!option.isBlank()) {
        options = options.withOne(option.strip());
      }
    }
    return options;
  }

  private WatchOptions withOne(String option) {
    int equals = option.indexOf('=');
    String value = option.substring(equals + 1);
    try {
      return switch (equals < 0 ? "" : option.substring(0, equals)) {
        case "schedules" -> withSchedules(positive(Integer.parseInt(value)));
        case "timeout" -> withTimeout(seconds(Double.parseDouble(value)));
        case "same-value-benign" -> withSameValueBenign(isOn(value));
        default -> throw new IllegalArgumentException("no such option");
      };
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + option + "': expected schedules=N, timeout=SECONDS or same-value-benign=on|off", e);
    }
  }

  private static Duration seconds(double count) {
    if (!(count >= 0)) { // NaN too
      throw new IllegalArgumentException("no time");
    }
    return Duration.ofNanos((long) (count * 1e9));
  }

  private static boolean isOn(String value) {
    return switch (value) {
      case "on" -> true;
      case "off" -> false;
      default -> throw new IllegalArgumentException("neither on nor off");
    };
  }

  private static int positive(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("less than 1");
    }
    return count;
  }

  /** Returns them as text that {@link #with} reads. */
  public String text() {
    return "schedules="
        + schedules
        + ",timeout="
        + timeout.toNanos() / 1e9
        + ",same-value-benign="
        + (sameValueBenign ? "on" : "off");
  }

  /** Returns the work-items of a full sub-group of a kernel: those that it asks for, if it does. */
  public int subGroupSize(Function kernel) {
    int required = SubGroupSizes.required(kernel);
    return required > 0 ? required : subGroupSize;
  }
}

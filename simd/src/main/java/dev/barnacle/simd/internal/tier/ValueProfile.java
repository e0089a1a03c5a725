package dev.barnacle.simd.internal.tier;

import dev.barnacle.simd.internal.abi.ConstantArgument;
import dev.barnacle.simd.internal.plan.ProfiledArguments;
import java.util.List;

/**
 * A value profile (Calder, Feller, Eustace, "Value Profiling", MICRO 1997): launches that have the
 * same small values in their {@link ProfiledArguments} again and again, until code for these values
 * pays.
 */
public final class ValueProfile {
  private static final int LAUNCHES = 16;
  private static final long NANOS = 10_000_000;

  /** Launches that are shorter have little to gain. */
  private static final long LEAST_NANOS = 20_000;

  /** Values that code is made for at most. */
  private static final int MOST = 2;

  private List<ConstantArgument> last = List.of();
  private int launches;
  private long nanos;
  private int ordered;
  private int seen;
  private Runnable whenReady = () -> {};

  /** The values that there is code for, which no plan has used yet. */
  private volatile List<ConstantArgument> ready = List.of();

  /** Returns whether a launch that took so long may count. */
  public static boolean isLong(long took) {
    return took >= LEAST_NANOS;
  }

  /** Counts a launch of whatever values; returns whether there were as many as code is made for. */
  public synchronized boolean isOld() {
    seen = Math.min(seen + 1, LAUNCHES + 1);
    return seen > LAUNCHES;
  }

  /**
   * Counts a launch.
   *
   * @param took in nanoseconds
   * @return whether code for these values is to be compiled now
   */
  public synchronized boolean count(List<ConstantArgument> values, long took) {
    if (!values.equals(last)) {
      last = values;
      launches = 0;
      nanos = 0;
    }
    if (values.isEmpty() || ordered == MOST || launches < 0) {
      return false;
    }
    launches++;
    nanos += took;
    if (launches < LAUNCHES || nanos < NANOS) {
      return false;
    }
    launches = Integer.MIN_VALUE; // these have been ordered
    ordered++;
    return true;
  }

  /** Is told that there is code for these values. */
  public synchronized void end(List<ConstantArgument> values) {
    ready = values;
    whenReady.run();
    whenReady = () -> {};
  }

  /** Returns whether there will be code for no more values. */
  public synchronized boolean isOver() {
    return ordered == MOST;
  }

  /** Says what else is done when there is code for further values. */
  public synchronized void whenReady(Runnable action) {
    Runnable before = whenReady;
    whenReady =
        () -> {
          before.run();
          action.run();
        };
  }

  /** Returns the values that there is code for; empty where there are none. */
  public List<ConstantArgument> ready() {
    return ready;
  }
}

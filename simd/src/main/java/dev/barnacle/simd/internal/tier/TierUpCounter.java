package dev.barnacle.simd.internal.tier;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts towards a better tier: launches over one range that run as a general version, or as code
 * that was made quickly, until better code pays: many programs launch a range a few times and never
 * again.
 */
public final class TierUpCounter {
  /** For a version that runs any local size. */
  private static final int GENERAL_LAUNCHES = 8;

  /** Until then, launches that take hardly any time gain nothing that would pay for compiling. */
  private static final int QUICK_LAUNCHES = 32;

  private static final long NANOS = 5_000_000;

  private final int most;

  private final AtomicInteger launches = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicBoolean ordered = new AtomicBoolean();
  private volatile boolean over;

  private TierUpCounter(int most) {
    this.most = most;
  }

  /** Counts launches of a version that runs any local size. */
  public static TierUpCounter ofGeneral() {
    return new TierUpCounter(GENERAL_LAUNCHES);
  }

  /** Counts launches of code that was made quickly. */
  public static TierUpCounter ofQuick() {
    return new TierUpCounter(QUICK_LAUNCHES);
  }

  /**
   * Returns whether a launch that has not ended yet, and begun so long ago, has the better code
   * compiled now: once.
   *
   * @param since in nanoseconds
   */
  public boolean isLong(long since) {
    return since >= NANOS && ordered.compareAndSet(false, true);
  }

  /**
   * Counts a launch.
   *
   * @param took in nanoseconds
   * @return whether the special code is to be compiled now: once
   */
  public boolean count(long took) {
    int count = launches.incrementAndGet();
    long sum = nanos.addAndGet(took);
    return (count >= most || sum >= NANOS) && ordered.compareAndSet(false, true);
  }

  /** Is told that the special code is there. */
  public void end() {
    over = true;
  }

  /** Returns whether the special code is there. */
  public boolean isOver() {
    return over;
  }
}

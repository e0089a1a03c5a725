package dev.barnacle.simd.internal.tier;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts towards a better tier: launches over one range that run as a general version, until code
 * for its local size pays: many programs launch a range a few times and never again.
 */
public final class TierUpCounter {
  private static final int LAUNCHES = 8;
  private static final long NANOS = 5_000_000;

  private final AtomicInteger launches = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicBoolean ordered = new AtomicBoolean();
  private volatile boolean over;

  /**
   * Counts a launch.
   *
   * @param took in nanoseconds
   * @return whether the special code is to be compiled now: once
   */
  public boolean count(long took) {
    int count = launches.incrementAndGet();
    long sum = nanos.addAndGet(took);
    return (count >= LAUNCHES || sum >= NANOS) && ordered.compareAndSet(false, true);
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

package dev.barnacle.simd.internal.tier;

import dev.barnacle.simd.internal.plan.QuickCode;
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

  /** So many times as long is a single launch, which on a busy computer takes long besides. */
  private static final int SINGLE = 4;

  /** So many times as long runs what did not live to see better code again and again. */
  private static final int LATER = 20;

  private final int mostLaunches;
  private final long mostNanos;

  private final AtomicInteger launches = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicBoolean ordered = new AtomicBoolean();
  private volatile boolean over;
  private Runnable whenOver = () -> {};

  private TierUpCounter(int mostLaunches, long mostNanos) {
    this.mostLaunches = mostLaunches;
    this.mostNanos = mostNanos;
  }

  /** Counts launches of a version that runs any local size. */
  public static TierUpCounter ofGeneral() {
    return new TierUpCounter(GENERAL_LAUNCHES, NANOS);
  }

  /** Counts launches of code that was made quickly. */
  public static TierUpCounter ofQuick(QuickCode kernel) {
    return new TierUpCounter(
        kernel.isSoonBetter() ? QUICK_LAUNCHES : Integer.MAX_VALUE, kernel.paysAfterNanos());
  }

  /** Counts launches of code that was made quickly, where processes seem too short for better. */
  public static TierUpCounter ofShort(QuickCode kernel) {
    return new TierUpCounter(Integer.MAX_VALUE, LATER * kernel.paysAfterNanos());
  }

  /** Is told that the special code is being compiled already. */
  public void order() {
    ordered.set(true);
  }

  /**
   * Returns whether a launch that has not ended yet, and begun so long ago, has the better code
   * compiled now: once.
   *
   * @param since in nanoseconds
   */
  public boolean isLong(long since) {
    return since >= SINGLE * mostNanos && ordered.compareAndSet(false, true);
  }

  /**
   * Counts a launch.
   *
   * @param took in nanoseconds
   * @return whether the special code is to be compiled now: once
   */
  public boolean count(long took) {
    return count(1, took);
  }

  /**
   * Counts some launches. Nothing follows from how long the first one took: it takes longer than
   * others, and many kernels are launched once.
   *
   * @param took in nanoseconds, all of them
   * @return whether the special code is to be compiled now: once
   */
  public boolean count(int some, long took) {
    int count = launches.addAndGet(some);
    long sum = nanos.addAndGet(count > 1 ? took : 0);
    return (count >= mostLaunches || sum >= mostNanos) && ordered.compareAndSet(false, true);
  }

  /** Returns how many launches are missing, at least 1; very many if none are. */
  public long launchesLeft() {
    return ordered.get() ? Long.MAX_VALUE : Math.max(1, mostLaunches - launches.get());
  }

  /** Returns how many nanoseconds of launches would do as well. */
  public long nanosLeft() {
    return ordered.get() ? Long.MAX_VALUE : Math.max(1, mostNanos - nanos.get());
  }

  /** Says what else is done when the special code is there; at once if it is. */
  public synchronized void whenOver(Runnable action) {
    if (over) {
      action.run();
      return;
    }
    Runnable before = whenOver;
    whenOver =
        () -> {
          before.run();
          action.run();
        };
  }

  /** Is told that the special code is there. */
  public synchronized void end() {
    over = true;
    whenOver.run();
    whenOver = () -> {};
  }

  /** Returns whether the special code is there. */
  public boolean isOver() {
    return over;
  }
}

package dev.barnacle.watch.internal.run.kernel;

import java.util.SplittableRandom;

/** Decides at random where a schedule interrupts work-items before their atomic operations. */
public final class Preemption {
  /** In a launch, after which those who wait for ever come to a standstill. */
  private static final int MOST = 1 << 14;

  private final SplittableRandom random;
  private int left = MOST;

  Preemption(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Returns whether others are to run first. */
  public boolean isNow() {
    boolean now = left > 0 && random.nextBoolean();
    left -= now ? 1 : 0;
    return now;
  }
}

package dev.barnacle.simd.internal.threads;

/**
 * The measured cost of a step (a work-group), kept for the next launch of the same kernel over the
 * same range. It decides how many groups a thread takes at a time, and whether a launch is worth
 * waking other threads; never what is computed.
 *
 * <p>The term is that of Intel TBB: the fewest steps that are worth a task.
 */
public final class GrainSize {
  /** The weight of a new measurement. */
  private static final double WEIGHT = 0.5;

  private final boolean mayWait;

  /** Of one step; 0 while nothing is known. Measurements that get lost do no harm. */
  private volatile double nanos;

  /**
   * Makes one that knows nothing.
   *
   * @param mayWait a step may wait for another, which should then be run by another thread
   */
  public GrainSize(boolean mayWait) {
    this.mayWait = mayWait;
  }

  /** Returns whether a step may wait for another. */
  boolean mayWait() {
    return mayWait;
  }

  /** Returns whether so many steps are known to take one thread less than that. */
  public boolean isBelow(long limit, long steps) {
    return !mayWait && nanos(steps) < limit;
  }

  /** Is told what some steps took. */
  public void measured(long steps, long took) {
    double now = Math.max(1, took) / (double) steps;
    double before = nanos;
    nanos = before == 0 ? now : before + WEIGHT * (now - before);
  }

  /** Is told what a step takes, as the threads of a launch have found out. */
  void learned(double one) {
    nanos = one;
  }

  /** Returns what so many steps take one thread, in nanoseconds; very many where nobody knows. */
  double nanos(long steps) {
    double one = nanos;
    return one == 0 ? Double.MAX_VALUE : one * steps;
  }

  /** Returns what a step takes one thread, in nanoseconds; 0 where nobody knows. */
  public double nanosPerStep() {
    return nanos;
  }

  /** Returns how many steps take one thread so long, at least 1; 1 where nobody knows. */
  public long stepsIn(long time) {
    double one = nanos;
    return one == 0 ? 1 : Math.max(1, (long) (time / one));
  }
}

package dev.barnacle.watch;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The progress of the launch that runs, for those who want to know meanwhile, or to end it. */
public final class Progress {
  private volatile @Nullable Run run;
  private boolean stopped;

  /**
   * A launch in one order.
   *
   * @param begun how many work-groups have begun, or more
   * @param groups how many there are
   * @param threads how many run them
   * @param start when it began
   * @param stop ends it at the next occasion
   */
  private record Run(LongSupplier begun, long groups, int threads, long start, Runnable stop) {}

  /**
   * A launch in one order begins.
   *
   * @param stop ends it at the next occasion; it is called at once where {@link #stop} was before
   */
  public synchronized void begin(LongSupplier begun, long groups, int threads, Runnable stop) {
    run = new Run(begun, groups, threads, System.nanoTime(), stop);
    if (stopped) {
      stop.run();
    }
  }

  /** Ends the launch that runs, and each that comes: what they have found by then is told. */
  public synchronized void stop() {
    stopped = true;
    Run now = run;
    if (now != null) {
      now.stop.run();
    }
  }

  /** It has ended. */
  public void end() {
    run = null;
  }

  /** Returns for how long a launch has been running in this order, in nanoseconds; 0 for none. */
  public long nanos() {
    Run now = run;
    return now == null ? 0 : System.nanoTime() - now.start;
  }

  /**
   * Returns what a launch may still take in this order, in nanoseconds, if its work-groups take the
   * same; as long again as it has taken, for each work-group, where none has ended; 0 for none.
   */
  public long nanosLeft() {
    Run now = run;
    if (now == null) {
      return 0;
    }
    double nanos = System.nanoTime() - now.start;
    long done = Math.clamp(now.begun.getAsLong() - now.threads, 0, now.groups);
    return done == 0
        ? (long) (nanos * Math.ceilDiv(now.groups, now.threads))
        : (long) (nanos * (now.groups - done) / done);
  }
}

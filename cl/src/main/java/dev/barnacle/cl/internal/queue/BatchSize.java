package dev.barnacle.cl.internal.queue;

/**
 * The number of commands that a queue holds back when nobody flushes it. Commands that take long
 * are to begin soon. Short ones are better run by the thread that will wait for them. A thread of
 * the dispatcher would compete with the enqueuing thread for the same memory, and both would take
 * longer than one alone.
 */
final class BatchSize {
  private static final int LEAST = 256;
  private static final int MOST = 16_384;

  /** The time that a batch takes to run, at least. */
  private static final double BATCH_NANOS = 5e6;

  /** The weight of the latest commands. */
  private static final double WEIGHT = 0.5;

  /** The time of a command; 0 while nothing is known. Measurements that get lost do no harm. */
  private volatile double nanos;

  /** Is told what some commands took. */
  void ran(int commands, long took) {
    if (commands > 0) {
      double now = (double) took / commands;
      double before = nanos;
      nanos = before == 0 ? now : before + WEIGHT * (now - before);
    }
  }

  /** Returns the number of commands that are submitted together. */
  int commands() {
    double one = nanos;
    return one == 0 ? LEAST : (int) Math.clamp(BATCH_NANOS / one, LEAST, MOST);
  }
}

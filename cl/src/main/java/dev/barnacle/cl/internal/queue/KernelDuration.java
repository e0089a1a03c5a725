package dev.barnacle.cl.internal.queue;

/**
 * The time of a kernel's latest launch. A thread that waits runs short kernels itself. From others
 * it could not come back before their end, so another thread runs these, as it does the first
 * launch.
 */
public final class KernelDuration {
  private static final double LONG_NANOS = 10e6;

  private volatile double nanosPerItem = Double.POSITIVE_INFINITY;

  /** A launch, which tells how many nanoseconds it took. */
  @FunctionalInterface
  public interface TimedBody {
    long run(RunningCommand command);
  }

  /** Returns a launch of so many work-items as a command. */
  public CommandBody of(long items, TimedBody launch) {
    return new CommandBody() {
      @Override
      public void run(RunningCommand command) {
        nanosPerItem = (double) launch.run(command) / items;
      }

      @Override
      public boolean mayTakeLong() {
        return nanosPerItem * items >= LONG_NANOS;
      }
    };
  }
}

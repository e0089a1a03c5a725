package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.Launch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The state that the threads of one launch share: its first failure, and when it began and ended.
 */
final class RunState {
  private final Launch launch;
  private final LaunchPlan plan;
  private final @Nullable Enqueuing enqueuing;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final long made = System.nanoTime();
  private volatile boolean over;

  /** The time when the first work-group started, in nanoseconds since {@link #made}. */
  private final AtomicLong begun = new AtomicLong(Long.MAX_VALUE);

  /** The time when the last one ended. */
  private final AtomicLong ended = new AtomicLong();

  /**
   * Makes one.
   *
   * @param enqueuing null for a kernel that asks nothing of queues of the device
   */
  RunState(Launch launch, LaunchPlan plan, @Nullable Enqueuing enqueuing) {
    this.launch = launch;
    this.plan = plan;
    this.enqueuing = enqueuing;
  }

  Launch launch() {
    return launch;
  }

  LaunchedKernel kernel() {
    return plan.kernel();
  }

  @Nullable Enqueuing enqueuing() {
    return enqueuing;
  }

  AtomicReference<@Nullable Throwable> failure() {
    return failure;
  }

  /** A work-group starts. */
  void begin() {
    long since = System.nanoTime() - made;
    if (since < begun.get()) {
      begun.accumulateAndGet(since, Math::min);
    }
  }

  /** A work-group has ended. */
  void end() {
    long since = System.nanoTime() - made;
    ended.accumulateAndGet(since, Math::max);
    plan.runs(since);
  }

  /** No thread runs the launch any more. */
  void close() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  /** Returns nanoseconds from the first work-group's start to the last one's end. */
  long nanos() {
    return Math.max(0, ended.get() - begun.get());
  }

  /** Throws what a call-back of the kernel failed with. */
  void rethrow() {
    switch (failure.get()) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }
}

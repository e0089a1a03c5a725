package dev.barnacle.simd.internal.threads;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The steps of one launch on the threads of a {@link WorkerPool}. */
final class WorkerTask {
  private final WorkShares shared;
  private final WorkerPool.Work work;
  private final boolean pinned;
  private final int processor;
  private final Thread owner = Thread.currentThread();
  private final AtomicInteger arrived;
  private final AtomicLong finished = new AtomicLong();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /**
   * Makes a task that the calling thread waits for.
   *
   * @param onCaller that thread takes part, and has the first share
   * @param pinned a thread's share follows its number rather than the order in which threads come.
   *     That order has the first steps run first, whoever comes
   * @param processor the one that the calling thread runs on, or -1
   */
  WorkerTask(
      WorkShares shared, WorkerPool.Work work, boolean onCaller, boolean pinned, int processor) {
    this.shared = shared;
    this.work = work;
    this.pinned = pinned;
    this.processor = processor;
    this.arrived = new AtomicInteger(onCaller ? 1 : 0);
  }

  /** Returns the processor that ran the thread which waits for it, as it began; or -1. */
  int processor() {
    return processor;
  }

  /**
   * Runs steps on a thread of the pool.
   *
   * @param number of the thread
   */
  void help(int number) {
    int share = (pinned ? number : arrived.getAndIncrement()) % shared.shares();
    run(share, Long.MAX_VALUE);
  }

  /** Runs steps on the thread that waits for them. */
  void work() {
    run(0, Long.MAX_VALUE);
  }

  /**
   * Runs steps on the thread that waits for them, alone, for so many nanoseconds.
   *
   * @return whether all have ended
   */
  boolean workAlone(long nanos) {
    run(0, nanos);
    return finished.get() == shared.steps();
  }

  private void run(int share, long nanos) {
    long done = 0;
    long begun = System.nanoTime();
    long before = begun;
    while (before - begun < nanos) {
      WorkShares.Chunk chunk = shared.take(share);
      if (chunk == null) {
        break;
      }
      if (done == 0) {
        attempt(work::begin);
      }
      attempt(() -> work.run(chunk.begin(), chunk.end()));
      done += chunk.size();
      long now = System.nanoTime();
      shared.cost().measured(chunk.size(), now - before);
      before = now;
    }
    if (done > 0) {
      attempt(work::end);
      if (finished.addAndGet(done) == shared.steps()) {
        LockSupport.unpark(owner);
      }
    }
  }

  /** Does nothing once something has failed. */
  private void attempt(Runnable part) {
    try {
      if (failure.get() == null) {
        part.run();
      }
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  /** Waits for the end, so many nanoseconds of it without sleeping. */
  void await(long awakeNanos) {
    long start = System.nanoTime();
    while (finished.get() < shared.steps() && System.nanoTime() - start < awakeNanos) {
      Thread.onSpinWait();
    }
    boolean interrupted = false;
    while (finished.get() < shared.steps()) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Throws what a step threw, if one did. */
  void rethrow() {
    switch (failure.get()) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }
}

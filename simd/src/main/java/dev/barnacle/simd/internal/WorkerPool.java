package dev.barnacle.simd.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run work-groups. The thread that launches takes part, so a launch of one chunk
 * wakes nobody.
 *
 * <p>A task is a number of steps (work-groups); a worker takes a chunk of those left, a share of
 * the remaining that gets smaller towards the end, until none is left.
 *
 * <p>Launches come in bursts, and waking a thread takes as long as a small launch. So who has
 * nothing to do stays awake for {@link #AWAKE_NANOS} before it sleeps, on at most one processor
 * fewer than there are.
 */
final class WorkerPool implements AutoCloseable {
  /** What a task does. */
  @FunctionalInterface
  interface Work {
    /** Runs the steps {@code begin} (inclusive) to {@code end} on the calling thread. */
    void run(long begin, long end);

    /** Is called by a thread before its first step. */
    default void begin() {}

    /** Is called by a thread that has begun when there are no more steps for it. */
    default void end() {}
  }

  private static final long STACK_BYTES = 64L << 20;

  /** Chunks that each thread takes at least, when there are enough steps. */
  private static final int SHARE = 4;

  /** How long a thread looks for the next task, or for the end of its own, before it sleeps. */
  private static final long AWAKE_NANOS = 200_000;

  /** Tasks for threads that sleep. */
  private final LinkedBlockingQueue<Task> tasks = new LinkedBlockingQueue<>();

  /** Tasks for threads that are awake: each has been promised to one of them. */
  private final Queue<Task> promised = new ConcurrentLinkedQueue<>();

  /** Threads that are awake without a task and have been promised none. */
  private final AtomicInteger awake = new AtomicInteger();

  private final int mostAwake;
  private final List<Thread> threads = new ArrayList<>();
  private final int size;
  private final boolean pinned;
  private volatile boolean closed;

  /**
   * Starts the threads.
   *
   * @param pinned each stays on one processor, the first on the first that the process may use and
   *     so on; threads that launch then take no part, as they may be anywhere
   * @throws IllegalArgumentException if the system can't do that
   */
  WorkerPool(int size, boolean pinned) {
    this(size, pinned ? Affinity.create().processors() : new int[0]);
  }

  /**
   * Starts a thread for each of these processors, which stays there.
   *
   * @throws IllegalArgumentException if the system can't do that
   */
  WorkerPool(List<Integer> processors) {
    this(processors.size(), processors.stream().mapToInt(Integer::intValue).toArray());
  }

  private WorkerPool(int size, int[] processors) {
    this.size = size;
    this.pinned = processors.length > 0;
    this.mostAwake = Math.min(size, Runtime.getRuntime().availableProcessors()) - 1;
    Affinity affinity = pinned ? Affinity.create() : null;
    for (int i = 0; i < size; i++) {
      int number = i;
      Runnable start =
          affinity == null
              ? this::serve
              : () -> {
                affinity.bind(processors[number % processors.length]);
                serve();
              };
      Thread thread = new Thread(null, start, "barnacle-simd-" + i, STACK_BYTES);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  int size() {
    return size;
  }

  /**
   * Runs all steps and returns when they have ended.
   *
   * @param callerMay the calling thread may take part (its stack is large enough)
   * @param most threads that may run steps at the same time, at least 1
   */
  void run(long steps, boolean callerMay, int most, Work work) {
    boolean onCaller = callerMay && !pinned;
    int width = Math.min(size, most);
    Task task = new Task(steps, work, width, Thread.currentThread());
    long helpers = onCaller ? Math.min(width, steps) - 1 : Math.min(width, steps);
    for (long i = 0; i < helpers; i++) {
      hand(task);
    }
    if (onCaller) {
      task.work();
    }
    task.await(onCaller && mostAwake > 0 ? AWAKE_NANOS : 0);
    Throwable failure = task.failure.get();
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }

  private void serve() {
    while (!closed) {
      try {
        Task task = stayAwake();
        (task == null ? tasks.take() : task).work();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Gives the task to a thread that is awake, or wakes one. */
  private void hand(Task task) {
    if (take(awake)) {
      promised.add(task);
    } else {
      tasks.add(task);
    }
  }

  /** Takes one from a number unless it is 0. */
  private static boolean take(AtomicInteger number) {
    return number.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }

  /**
   * Waits for a task without sleeping, for a moment.
   *
   * @return null if the thread should sleep: it has been promised none
   */
  private @Nullable Task stayAwake() {
    if (awake.getAndUpdate(n -> n < mostAwake ? n + 1 : n) >= mostAwake) {
      return null;
    }
    long start = System.nanoTime();
    while (true) {
      Task task = promised.poll();
      if (task != null) {
        return task;
      }
      boolean end = System.nanoTime() - start > AWAKE_NANOS || !tasks.isEmpty() || closed;
      if (end && take(awake)) {
        return null;
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
  }

  private static final class Task {
    private final long steps;
    private final Work work;
    private final int size;
    private final Thread owner;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong finished = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Task(long steps, Work work, int size, Thread owner) {
      this.steps = steps;
      this.work = work;
      this.size = size;
      this.owner = owner;
    }

    void work() {
      long done = 0;
      while (true) {
        long begin = next.get();
        if (begin >= steps) {
          break;
        }
        long end = Math.min(steps, begin + Math.max(1, (steps - begin) / ((long) SHARE * size)));
        if (next.compareAndSet(begin, end)) {
          if (done == 0) {
            attempt(work::begin);
          }
          attempt(() -> work.run(begin, end));
          done += end - begin;
        }
      }
      if (done > 0) {
        attempt(work::end);
        if (finished.addAndGet(done) == steps) {
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
      while (finished.get() < steps && System.nanoTime() - start < awakeNanos) {
        Thread.onSpinWait();
      }
      boolean interrupted = false;
      while (finished.get() < steps) {
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

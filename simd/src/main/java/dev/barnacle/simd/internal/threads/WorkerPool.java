package dev.barnacle.simd.internal.threads;

import dev.barnacle.simd.internal.abi.SimdLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run work-groups. The thread that launches takes part, so a launch of one chunk
 * wakes nobody.
 *
 * <p>The steps (work-groups) of a task are in shares, one for each thread, and each takes chunks of
 * its own and then of the others ({@link WorkShares}). A launch that is known to end before another
 * thread would have woken ({@link GrainSize}) is run by the launching thread alone.
 *
 * <p>Launches come in bursts, and waking a thread takes as long as a small launch. So who has
 * nothing to do stays awake for {@link #AWAKE_NANOS} before it sleeps, on at most one processor
 * fewer than there are.
 */
public final class WorkerPool implements AutoCloseable {
  /** What a task does. */
  @FunctionalInterface
  public interface Work {
    /** Runs the steps {@code begin} (inclusive) to {@code end} on the calling thread. */
    void run(long begin, long end);

    /** Is called by a thread before its first step. */
    default void begin() {}

    /** Is called by a thread that has begun when there are no more steps for it. */
    default void end() {}
  }

  /** What it takes to have another thread help, in nanoseconds. */
  private static final long WAKE_NANOS = 4_000;

  /** How long a thread looks for the next task, or for the end of its own, before it sleeps. */
  private static final long AWAKE_NANOS = 200_000;

  /** Tasks for threads that sleep. */
  private final LinkedBlockingQueue<WorkerTask> tasks = new LinkedBlockingQueue<>();

  /** Tasks for threads that are awake: each has been promised to one of them. */
  private final Queue<WorkerTask> promised = new ConcurrentLinkedQueue<>();

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
  public WorkerPool(int size, boolean pinned) {
    this(size, pinned ? Affinity.create().processors() : new int[0]);
  }

  /**
   * Starts a thread for each of these processors, which stays there.
   *
   * @throws IllegalArgumentException if the system can't do that
   */
  public WorkerPool(List<Integer> processors) {
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
              ? () -> serve(number)
              : () -> {
                affinity.bind(processors[number % processors.length]);
                serve(number);
              };
      Thread thread = new Thread(null, start, "barnacle-simd-" + i, SimdLimits.STACK_BYTES);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /** Returns whether the thread that launches takes part. */
  public boolean callerMayRun() {
    return !pinned;
  }

  /** Returns whether the calling thread is one of a pool. */
  public boolean isWorker() {
    return threads.contains(Thread.currentThread());
  }

  public int size() {
    return size;
  }

  /**
   * Runs all steps and returns when they have ended.
   *
   * @param callerMay the calling thread may take part (its stack is large enough)
   * @param most threads that may run steps at the same time, at least 1
   * @param cost of a step, as far as it is known; it is told what these steps cost
   */
  public void run(long steps, boolean callerMay, int most, GrainSize cost, Work work) {
    boolean onCaller = callerMay && !pinned;
    int width = (int) Math.min(steps, Math.min(size, most));
    if (width == 0) {
      return;
    }
    if (onCaller && width == 1) {
      runAlone(steps, work);
      return;
    }
    WorkShares shares = new WorkShares(steps, width, cost);
    WorkerTask task = new WorkerTask(shares, work, onCaller, pinned);
    if (onCaller && cost.isBelow(WAKE_NANOS, steps) && task.workAlone(WAKE_NANOS)) {
      task.rethrow();
      return;
    }
    int helpers = onCaller ? width - 1 : width;
    for (int i = 0; i < helpers; i++) {
      hand(task);
    }
    if (onCaller) {
      task.work();
    }
    task.await(onCaller && mostAwake > 0 ? AWAKE_NANOS : 0);
    task.rethrow();
  }

  /**
   * Runs steps of another task that waits for a thread, if there is one, on the calling thread.
   *
   * @return whether there was one
   */
  public boolean helpAnother() {
    WorkerTask task = tasks.poll();
    if (task == null) {
      return false;
    }
    task.help(0);
    return true;
  }

  private static void runAlone(long steps, Work work) {
    work.begin();
    work.run(0, steps);
    work.end();
  }

  private void serve(int number) {
    while (!closed) {
      try {
        WorkerTask task = stayAwake();
        (task == null ? tasks.take() : task).help(number);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Gives the task to a thread that is awake, or wakes one. */
  private void hand(WorkerTask task) {
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
  private @Nullable WorkerTask stayAwake() {
    if (awake.getAndUpdate(n -> n < mostAwake ? n + 1 : n) >= mostAwake) {
      return null;
    }
    long start = System.nanoTime();
    while (true) {
      WorkerTask task = promised.poll();
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
}

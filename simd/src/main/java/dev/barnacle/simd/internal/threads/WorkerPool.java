package dev.barnacle.simd.internal.threads;

import dev.barnacle.simd.internal.abi.SimdLimits;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
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
  /** The steps of a task. */
  @FunctionalInterface
  public interface Work {
    /** Runs the steps {@code begin} (inclusive) to {@code end} on the calling thread. */
    void run(long begin, long end);

    /** Is called by a thread before its first step. */
    default void begin() {}

    /** Is called by a thread that has begun when there are no more steps for it. */
    default void end() {}
  }

  /** The time that it takes to have another thread help, in nanoseconds. */
  private static final long WAKE_NANOS = 4_000;

  /**
   * The time that a thread looks for the next task, or for the end of its own, before it sleeps.
   */
  private static final long AWAKE_NANOS = 200_000;

  /** Tasks that wait for a thread. */
  private final Queue<WorkerTask> tasks = new ConcurrentLinkedQueue<>();

  /** Those without a task; each is taken out by whoever gives it one, or by itself. */
  private final Queue<Worker> awake = new ConcurrentLinkedQueue<>();

  private final Queue<Worker> asleep = new ConcurrentLinkedQueue<>();

  private final int mostAwake;
  private final Optional<Placing> placing;
  private final List<Worker> workers = new ArrayList<>();
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
    this.placing = pinned ? Optional.empty() : Placing.find();
    for (int i = 0; i < size; i++) {
      Worker worker = new Worker(i, pinned ? processors[i % processors.length] : -1);
      workers.add(worker);
      worker.thread.start();
    }
  }

  /** A thread of the pool. */
  private final class Worker {
    final int number;
    final Thread thread;
    final Placing.Place place = new Placing.Place();

    /** The task that it has been given. */
    final AtomicReference<@Nullable WorkerTask> given = new AtomicReference<>();

    /**
     * Makes one.
     *
     * @param processor where it stays, or -1
     */
    Worker(int number, int processor) {
      this.number = number;
      this.thread =
          new Thread(
              null,
              () -> serve(this, processor),
              "barnacle-simd-" + number,
              SimdLimits.STACK_BYTES);
      thread.setDaemon(true);
    }

    /** Gives it a task, to be run on a processor that is not taken. */
    void give(WorkerTask task, BitSet taken) {
      placing.ifPresent(p -> p.place(place, taken));
      given.set(task);
      LockSupport.unpark(thread);
    }
  }

  /** Returns whether the thread that launches takes part. */
  public boolean callerMayRun() {
    return !pinned;
  }

  /** Returns whether the calling thread is one of a pool. */
  public boolean isWorker() {
    return workers.stream().anyMatch(worker -> worker.thread == Thread.currentThread());
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
    WorkerTask task =
        new WorkerTask(shares, work, onCaller, pinned, placing.map(Placing::processor).orElse(-1));
    if (onCaller && cost.isBelow(WAKE_NANOS, steps) && task.workAlone(WAKE_NANOS)) {
      task.rethrow();
      return;
    }
    int helpers = onCaller ? width - 1 : width;
    hand(task, helpers);
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

  private void serve(Worker me, int processor) {
    if (processor >= 0) {
      Affinity.create().bind(processor);
    }
    placing.ifPresent(p -> p.begin(me.place));
    while (!closed) {
      WorkerTask task = tasks.poll();
      task = task == null ? stayAwake(me) : task;
      task = task == null ? sleep(me) : task;
      if (task != null) {
        WorkerTask given = task;
        placing.ifPresent(p -> p.leave(me.place, given.processor()));
        task.help(me.number);
      }
    }
  }

  /** Gives the task to threads that are awake, then to some that sleep; or lets it wait for one. */
  private void hand(WorkerTask task, int helpers) {
    BitSet taken = new BitSet();
    if (task.processor() >= 0) {
      taken.set(task.processor());
    }
    for (int i = 0; i < helpers; i++) {
      Worker worker = awake.poll();
      worker = worker == null ? asleep.poll() : worker;
      if (worker != null) {
        worker.give(task, taken);
      } else {
        tasks.add(task);
        wakeForTask();
      }
    }
  }

  /** A thread may have gone to sleep before it could see the task that waits. */
  private void wakeForTask() {
    Worker worker = asleep.poll();
    if (worker == null) {
      return;
    }
    WorkerTask task = tasks.poll();
    if (task == null) {
      asleep.add(worker);
      LockSupport.unpark(worker.thread); // it looks whether there came another one meanwhile
    } else {
      worker.give(task, new BitSet());
    }
  }

  /**
   * Waits for a task without sleeping, for a moment.
   *
   * @return null if there came none
   */
  private @Nullable WorkerTask stayAwake(Worker me) {
    if (awake.size() >= mostAwake) {
      return null;
    }
    awake.add(me);
    long start = System.nanoTime();
    while (me.given.get() == null) {
      boolean ends = System.nanoTime() - start > AWAKE_NANOS || !tasks.isEmpty() || closed;
      if (ends && awake.remove(me)) {
        return null;
      }
      Thread.onSpinWait();
    }
    return me.given.getAndSet(null);
  }

  /** Sleeps until it is given a task, or null. */
  private @Nullable WorkerTask sleep(Worker me) {
    placing.ifPresent(p -> p.spread(me.place));
    asleep.add(me);
    while (me.given.get() == null) {
      if ((!tasks.isEmpty() || closed) && asleep.remove(me)) {
        return null;
      }
      LockSupport.park(this);
      Thread.interrupted(); // else it would not sleep any more
    }
    return me.given.getAndSet(null);
  }

  @Override
  public void close() {
    closed = true;
    workers.forEach(worker -> LockSupport.unpark(worker.thread));
  }
}

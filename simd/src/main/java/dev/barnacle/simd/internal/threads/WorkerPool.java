package dev.barnacle.simd.internal.threads;

import dev.barnacle.simd.internal.abi.SimdLimits;
import java.lang.foreign.Arena;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run work-groups: Java's face of {@code pool.c}, which shares the steps of a task
 * among them, wakes them and places them. The thread that launches takes part, so a launch of one
 * chunk wakes nobody.
 *
 * <p>No native code calls Java for a step: a thread that is to run one comes back to Java with it.
 * In the driver's process the threads are the shim's, which calls {@link #serve}; elsewhere they
 * are Java's, and are made when they are first wanted.
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

  /** More than a {@code Visit} of {@code pool.h} has. */
  private static final int VISIT_BYTES = 128;

  private static final ThreadLocal<@Nullable Boolean> ON_WORKER = new ThreadLocal<>();

  private final int size;
  private final int[] processors;
  private boolean isOwn;
  private int started;

  /** A worker whose thread could not be made; 0 for none. */
  private long unborn;

  /** Launches and threads that are in it. */
  private int users;

  private volatile long address;
  private volatile boolean refused;
  private boolean closed;

  /**
   * Makes a pool.
   *
   * @param pinned each stays on one processor, the first on the first that the process may use and
   *     so on; threads that launch then take no part, as they may be anywhere
   * @throws IllegalArgumentException if the system can't do that
   */
  public WorkerPool(int size, boolean pinned) {
    this(size, pinned ? Affinity.create().processors() : new int[0]);
  }

  /** Makes one of a thread for each of these processors, which stays there. */
  public WorkerPool(List<Integer> processors) {
    this(processors.size(), processors.stream().mapToInt(Integer::intValue).toArray());
  }

  private WorkerPool(int size, int[] processors) {
    this.size = size;
    this.processors = processors;
  }

  private boolean isPinned() {
    return processors.length > 0;
  }

  /** Returns whether the thread that launches takes part. */
  public boolean callerMayRun() {
    return !isPinned();
  }

  /** Returns whether the calling thread is one of a pool. */
  public static boolean isWorker() {
    return ON_WORKER.get() != null;
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
    boolean onCaller = callerMay && !isPinned();
    int width = (int) Math.min(steps, Math.min(size, most));
    if (width == 0) {
      return;
    }
    if (onCaller && width == 1) {
      runAlone(steps, work);
      return;
    }
    long pool = enter(onCaller ? width - 1 : width);
    try (WorkerTask task = new WorkerTask(work, cost)) {
      task.run(pool, steps, width, onCaller);
      task.rethrow();
    } finally {
      leave();
    }
    if (refused) {
      throw new IllegalArgumentException("pin=on: the system refuses to bind a thread");
    }
  }

  /**
   * Runs steps of another task that wants help, if there is one, on the calling thread, which is in
   * a task of the pool.
   *
   * @return whether there was one
   */
  public boolean helpAnother() {
    long pool = address;
    if (pool == 0) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      long visit = arena.allocate(VISIT_BYTES, Long.BYTES).address();
      boolean helps = (int) NativePool.Function.HELP.call(pool, visit, WorkerTask.inside()) != 0;
      if (helps) {
        WorkerTask.go(visit);
        NativePool.Function.LEAVE.call(visit);
      }
      return helps;
    }
  }

  private static void runAlone(long steps, Work work) {
    work.begin();
    work.run(0, steps);
    work.end();
  }

  /**
   * Runs what {@code pool_serve} has given a thread.
   *
   * @param code what it has returned
   * @param visit the address of the thread's visit
   */
  public static void serve(int code, long visit) {
    ON_WORKER.set(true);
    WorkerTask.serve(code, visit);
  }

  /**
   * Returns the pool, with at least so many threads, for a launch that then leaves it.
   *
   * @throws IllegalStateException if it is closed
   */
  private synchronized long enter(int count) {
    if (closed) {
      throw new IllegalStateException("the threads have been ended");
    }
    if (address == 0) {
      address = make();
    }
    while (isOwn && started < count) {
      start(address);
    }
    users++;
    return address;
  }

  private synchronized void leave() {
    users--;
    if (closed && users == 0 && isOwn) {
      NativePool.Function.FREE.call(address);
    }
  }

  private long make() {
    long there = NativePool.shared();
    if (there != 0 && !isPinned()) {
      return there;
    }
    int awake = Math.min(size, Runtime.getRuntime().availableProcessors()) - 1;
    long made = NativePool.Function.NEW.call(size, awake, isPinned() ? 1 : 0);
    if (made == 0) {
      throw new OutOfMemoryError("there is no memory for threads");
    }
    isOwn = true;
    return made;
  }

  private void start(long pool) {
    int number = started;
    long worker = unborn == 0 ? NativePool.Function.ADD.call(pool) : unborn;
    unborn = worker;
    Thread thread =
        new Thread(
            null, () -> serve(worker, number), "barnacle-simd-" + number, SimdLimits.STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    unborn = 0;
    started++;
    users++;
  }

  private void serve(long worker, int number) {
    long processor = isPinned() ? processors[number % processors.length] : -1;
    if ((int) NativePool.Function.START.call(worker, processor, 0) == 0) {
      refused = true;
    }
    try {
      for (int code = next(worker); code != 0; code = next(worker)) {
        serve(code, worker);
      }
    } finally {
      leave();
    }
  }

  /** Waits for something to do. A worker begins with its visit. */
  private static int next(long worker) {
    return (int) NativePool.Function.SERVE.call(worker);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (isOwn) {
      NativePool.Function.CLOSE.call(address);
      if (users == 0) {
        NativePool.Function.FREE.call(address);
      }
    }
  }
}

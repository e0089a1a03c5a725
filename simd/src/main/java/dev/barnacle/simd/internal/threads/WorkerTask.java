package dev.barnacle.simd.internal.threads;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A task of {@code pool.c}: its work in Java, and how that failed. */
final class WorkerTask implements AutoCloseable {
  /** Codes that {@code pool_serve} and {@code pool_more} return, beside 0. */
  static final int STEP = 1;

  static final int END = 2;

  // How a task is run.
  private static final int BY_OWNER = 1;
  private static final int MAY_WAIT = 2;
  private static final int OF_JAVA = 4;

  private static final AtomicLong NUMBERS = new AtomicLong();
  private static final Map<Long, WorkerTask> ALL = new ConcurrentHashMap<>();

  /** The task whose steps may wait that the thread is in. */
  private static final ThreadLocal<@Nullable Long> INSIDE = new ThreadLocal<>();

  private final Long number = NUMBERS.incrementAndGet();
  private final WorkerPool.Work work;
  private final GrainSize cost;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** Makes a task, which threads find until it is closed. */
  WorkerTask(WorkerPool.Work work, GrainSize cost) {
    this.work = work;
    this.cost = cost;
    ALL.put(number, this);
  }

  /** Returns the task that the calling thread is in and that may wait for another; 0 for none. */
  static long inside() {
    Long task = INSIDE.get();
    return task == null ? 0 : task;
  }

  /**
   * Runs all steps and returns when they have ended.
   *
   * @param pool its address
   * @param most threads that run them at a time
   * @param onCaller the calling thread takes part
   */
  void run(long pool, long steps, int most, boolean onCaller) {
    int flags = OF_JAVA | (onCaller ? BY_OWNER : 0) | (cost.mayWait() ? MAY_WAIT : 0);
    long nanos = Double.doubleToRawLongBits(cost.nanosPerStep());
    long own = NativePool.Function.BEGIN.call(pool, steps, most, flags, nanos, number);
    if (own == 0) {
      throw new OutOfMemoryError("there is no memory, or no thread, for a launch");
    }
    if (onCaller) {
      go(own);
    }
    long learned = NativePool.Function.END.call(own);
    double one = Double.longBitsToDouble(learned);
    if (one < 0) {
      throw new OutOfMemoryError("a thread that had work-groups to run could not enter Java");
    }
    cost.learned(one);
  }

  /** Runs steps on the calling thread until there are none for it. */
  static void go(long visit) {
    long before = inside();
    int code;
    do {
      code = (int) NativePool.Function.MORE.call(visit);
      serve(code, visit);
    } while (code == STEP);
    if (before != 0) {
      INSIDE.set(before);
    }
  }

  /**
   * Runs the steps that a thread has been given, or ends its part.
   *
   * @param code {@link #STEP} or {@link #END}
   * @param visit its address
   */
  static void serve(int code, long visit) {
    WorkerTask task = ALL.get(NativePool.word(visit + NativePool.WHAT));
    if (task == null) {
      throw new IllegalStateException("a task that has ended");
    }
    boolean begun = NativePool.word(visit + NativePool.DONE) > 0;
    if (code == STEP) {
      task.step(visit, !begun);
    } else if (begun) {
      task.attempt(task.work::end);
    }
    if (code == END && task.cost.mayWait()) {
      INSIDE.remove();
    }
  }

  private void step(long visit, boolean first) {
    if (cost.mayWait()) {
      INSIDE.set(NativePool.word(visit + NativePool.TASK));
    }
    if (first) {
      attempt(work::begin);
    }
    long begin = NativePool.word(visit + NativePool.CHUNK);
    long end = NativePool.word(visit + NativePool.CHUNK + Long.BYTES);
    attempt(() -> work.run(begin, end));
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

  /** Throws what a step threw, if one did. */
  void rethrow() {
    switch (failure.get()) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }

  @Override
  public void close() {
    ALL.remove(number);
  }
}

package dev.barnacle.cl.internal.queue;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run a context's commands when no thread of the program waits for them. They
 * start when they are needed, and end when they have had nothing to do for a while.
 */
final class Dispatcher implements Executor {
  private static final int LEAST = 4;
  private static final long IDLE_SECONDS = 2;

  private static final ThreadLocal<@Nullable PendingCommands> SERVING = new ThreadLocal<>();

  private final ThreadPoolExecutor threads;
  private final ThreadPoolExecutor helpers =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> daemon(task, "barnacle-helper"));

  /** Makes one for a device with so many compute units. */
  Dispatcher(int computeUnits) {
    this.threads = threads("barnacle-queue", Math.max(LEAST, computeUnits));
  }

  /** Returns up to {@code count} threads that don't keep the process alive. */
  static ThreadPoolExecutor threads(String name, int count) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> daemon(task, name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(task);
  }

  /**
   * Runs what a thread that waits would have run itself on another thread, at once; on this one
   * where the system has no more.
   */
  void runBeside(Runnable task) {
    try {
      helpers.execute(task);
    } catch (OutOfMemoryError e) { // no thread
      task.run();
    }
  }

  /**
   * Says that the calling thread looks itself for commands of this queue that become ready.
   *
   * @return the queue that it served so far
   */
  static @Nullable PendingCommands enter(PendingCommands queue) {
    PendingCommands outer = SERVING.get();
    SERVING.set(queue);
    return outer;
  }

  /** Says that the calling thread goes back to another queue, or to none. */
  static void leave(@Nullable PendingCommands outer) {
    if (outer == null) {
      SERVING.remove();
    } else {
      SERVING.set(outer);
    }
  }

  /** Tells whether the calling thread looks for commands of any queue. */
  static boolean isServing() {
    return SERVING.get() != null;
  }

  /** Tells whether the calling thread looks for commands of this queue. */
  static boolean isServing(PendingCommands queue) {
    return queue.equals(SERVING.get());
  }
}

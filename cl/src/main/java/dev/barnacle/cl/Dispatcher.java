package dev.barnacle.cl;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
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

  private static final ThreadLocal<@Nullable CommandQueue> SERVING = new ThreadLocal<>();

  private final ThreadPoolExecutor threads;

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
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(task);
  }

  /**
   * Says that the calling thread looks itself for commands of this queue that become ready.
   *
   * @return the queue that it served so far
   */
  static @Nullable CommandQueue enter(CommandQueue queue) {
    CommandQueue outer = SERVING.get();
    SERVING.set(queue);
    return outer;
  }

  /** Says that the calling thread goes back to another queue, or to none. */
  static void leave(@Nullable CommandQueue outer) {
    if (outer == null) {
      SERVING.remove();
    } else {
      SERVING.set(outer);
    }
  }

  /** Tells whether the calling thread looks for commands of this queue. */
  static boolean isServing(CommandQueue queue) {
    return queue.equals(SERVING.get());
  }
}

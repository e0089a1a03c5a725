package dev.barnacle.cl.internal.builtin;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Tasks of one built-in kernel, on threads that end when they have had nothing to do. */
public final class ParallelTasks {
  private static final long IDLE_SECONDS = 2;

  private static final ExecutorService THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          ParallelTasks::daemon);

  private final int count;
  private final IntConsumer task;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private ParallelTasks(int count, IntConsumer task) {
    this.count = count;
    this.task = task;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "barnacle-builtin");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Runs tasks 0 to {@code count - 1} and returns when all have ended; the calling thread is one of
   * {@code threads}. What one of them throws is thrown, and ends those that have not begun.
   */
  public static void run(int threads, int count, IntConsumer task) {
    ParallelTasks tasks = new ParallelTasks(count, task);
    int helpers = Math.min(threads, count) - 1;
    CountDownLatch helped = new CountDownLatch(Math.max(helpers, 0));
    for (int i = 0; i < helpers; i++) {
      tasks.help(helped);
    }
    tasks.work();
    tasks.await(helped);
    Throwable thrown = tasks.failure.get();
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException exception) {
      throw exception;
    }
  }

  private void help(CountDownLatch helped) {
    try {
      THREADS.execute(
          () -> {
            try {
              work();
            } finally {
              helped.countDown();
            }
          });
    } catch (OutOfMemoryError e) { // no thread: those that there are do it
      helped.countDown();
    }
  }

  private void work() {
    int mine;
    while ((mine = next.getAndIncrement()) < count && failure.get() == null) {
      try {
        task.accept(mine);
      } catch (RuntimeException | Error e) {
        failure.compareAndSet(null, e);
      }
    }
  }

  /** Memory of the launch is in use until then, whatever interrupts the thread. */
  private void await(CountDownLatch helped) {
    boolean interrupted = false;
    while (helped.getCount() > 0) {
      try {
        helped.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.barnacle.cl.internal.queue;

import dev.barnacle.cl.QueuePriority;
import dev.barnacle.engine.HeldThread;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run a context's commands when no thread of the program waits for them. They
 * start when they are needed, and end when they have had nothing to do for a while. For each that a
 * kernel holds up which only waits, perhaps for another command, there may be one more.
 */
final class Dispatcher {
  private static final int LEAST = 4;

  /** Threads that kernels may hold up and that are made up for. */
  private static final int MOST_HELD = 1000;

  private static final long IDLE_SECONDS = 2;

  private static final ThreadLocal<@Nullable PendingCommands> SERVING = new ThreadLocal<>();

  private final ThreadPoolExecutor threads;
  private final int count;
  private final AtomicLong sequence = new AtomicLong();
  private int held;

  /** The number of tasks of each priority that wait for a thread. */
  private final Map<QueuePriority, AtomicInteger> waiting = new EnumMap<>(QueuePriority.class);

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
    for (QueuePriority priority : QueuePriority.values()) {
      waiting.put(priority, new AtomicInteger());
    }
    this.count = Math.max(LEAST, computeUnits);
    this.threads = threads("barnacle-queue", count, new PriorityBlockingQueue<>());
  }

  /** Returns up to {@code count} threads that don't keep the process alive. */
  static ThreadPoolExecutor threads(String name, int count) {
    return threads(name, count, new LinkedBlockingQueue<>());
  }

  private static ThreadPoolExecutor threads(String name, int count, BlockingQueue<Runnable> tasks) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            count, count, IDLE_SECONDS, TimeUnit.SECONDS, tasks, task -> daemon(task, name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Has a thread run a task; those of more urgent queues first. */
  void execute(QueuePriority priority, Runnable task) {
    waiting(priority).incrementAndGet();
    threads.execute(new Ranked(priority, sequence.getAndIncrement(), task));
  }

  /** Returns whether a task of a more urgent queue waits for a thread. */
  boolean hasMoreUrgent(QueuePriority priority) {
    for (Map.Entry<QueuePriority, AtomicInteger> one : waiting.entrySet()) {
      if (one.getKey() == priority) {
        return false;
      }
      if (one.getValue().get() > 0) {
        return true;
      }
    }
    return false;
  }

  private AtomicInteger waiting(QueuePriority priority) {
    return Objects.requireNonNull(waiting.get(priority));
  }

  /** A task in its order: the more urgent first, and of those the one that came first. */
  private final class Ranked implements Runnable, Comparable<Ranked> {
    private final QueuePriority priority;
    private final long place;
    private final Runnable task;

    Ranked(QueuePriority priority, long place, Runnable task) {
      this.priority = priority;
      this.place = place;
      this.task = task;
    }

    @Override
    public void run() {
      waiting(priority).decrementAndGet();
      Held hold = new Held();
      try {
        HeldThread.run(task, hold);
      } finally {
        hold.end();
      }
    }

    @Override
    public int compareTo(Ranked other) {
      int urgency = priority.compareTo(other.priority);
      return urgency != 0 ? urgency : Long.compare(place, other.place);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Ranked ranked && compareTo(ranked) == 0;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(place);
    }
  }

  private synchronized void resize(int change) {
    held += change;
    int wanted = count + Math.min(held, MOST_HELD);
    if (wanted > threads.getMaximumPoolSize()) {
      threads.setMaximumPoolSize(wanted);
      threads.setCorePoolSize(wanted);
    } else {
      threads.setCorePoolSize(wanted);
      threads.setMaximumPoolSize(wanted);
    }
  }

  /** A thread that is held up, from when that is known until its task ends. */
  private final class Held implements Runnable {
    private boolean known;
    private boolean over;

    @Override
    public synchronized void run() {
      if (!known && !over) {
        known = true;
        resize(1);
      }
    }

    synchronized void end() {
      over = true;
      if (known) {
        resize(-1);
      }
    }
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

  /** Returns whether the calling thread looks for commands of any queue. */
  static boolean isServing() {
    return SERVING.get() != null;
  }

  /** Returns whether the calling thread looks for commands of this queue. */
  static boolean isServing(PendingCommands queue) {
    return queue.equals(SERVING.get());
  }
}

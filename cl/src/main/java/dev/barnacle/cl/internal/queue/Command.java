package dev.barnacle.cl.internal.queue;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandType;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.FailedEventException;
import dev.barnacle.cl.Profiling;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A command of a queue, which is its own event: a node of the graph of all commands. It counts what
 * it waits for (the events of its wait list, what the queue's order puts before it, and its
 * submission) and is ready when nothing is left. It uses what it was given until it has ended.
 *
 * <p>Rules 9 and 10 of "Host-side and Device-side Commands" (OpenCL architecture, 3.3.6), that the
 * start of a kernel-instance global-synchronizes-with its work-items and they with the event of its
 * completion, hold since the thread that runs the command hands work-groups to the engine's threads
 * and waits for them within {@link CommandBody#run}.
 */
public final class Command extends EventNode implements RunningCommand, EventDependent {
  private final PendingCommands queue;
  private final AtomicInteger pending = new AtomicInteger(1);
  private final AtomicBoolean claimed = new AtomicBoolean();
  private final Lifetime.Use[] uses;
  private volatile @Nullable CommandBody body;
  private @Nullable CommandNode watched;
  private volatile @Nullable EventNode failedDependency;
  private @Nullable String kernel;
  private volatile boolean forgotten;
  private long sequence;
  private long queued;
  private long submitted;
  private long started;
  private long ended;
  private long completed;

  /**
   * The neighbours among the queue's commands that have not ended; the queue's lock guards them.
   */
  @Nullable Command previous;

  @Nullable Command next;

  /**
   * Makes a command that is in no queue yet.
   *
   * @param uses ended with it
   */
  Command(
      PendingCommands queue,
      CommandType type,
      Lifetime.Use attachment,
      CommandBody body,
      Lifetime.Use[] uses) {
    super(queue.context(), type, QUEUED, attachment);
    this.queue = queue;
    this.body = body;
    this.uses = uses;
  }

  /** Begins to use all of these, or none. */
  public static Lifetime.Use[] hold(List<Lifetime> held) {
    Lifetime.Use[] uses = new Lifetime.Use[held.size()];
    int count = 0;
    try {
      for (; count < uses.length; count++) {
        uses[count] = held.get(count).use();
      }
      return uses;
    } finally {
      if (count < uses.length) {
        letGo(uses, count);
      }
    }
  }

  /** Ends all of these uses. */
  public static void letGo(Lifetime.Use[] uses) {
    letGo(uses, uses.length);
  }

  private static void letGo(Lifetime.Use[] uses, int count) {
    for (int i = count - 1; i >= 0; i--) {
      uses[i].close();
    }
  }

  /**
   * Has it wait for an event of its wait list: an error of that is one of the command. The queue of
   * the event is flushed if it is another one, as nobody may ever flush that.
   */
  void waitFor(EventNode event) {
    pending.incrementAndGet();
    if (!event.addDependent(this, true)) {
      if (event.hasFailed()) {
        failedDependency = event;
      }
      pending.decrementAndGet();
    } else if (event instanceof Command other && !other.queue.equals(queue)) {
      other.queue.flush();
    }
  }

  /** Has it wait for a command that its queue puts before it. */
  void follow(Command command) {
    pending.incrementAndGet();
    if (!command.addDependent(this, false)) {
      pending.decrementAndGet();
    }
  }

  /** Says which kernel it runs. */
  void ofKernel(String name) {
    kernel = name;
  }

  @Override
  String what() {
    return "event of " + (kernel == null ? commandType().name() : "kernel '" + kernel + "'");
  }

  /** Gives it its place in the queue, under the queue's lock. */
  void enqueued(long place) {
    sequence = place;
    if (queue.keepsTimes()) {
      queued = System.nanoTime();
    }
  }

  /** Says what the detector of races between commands knows it by, under the queue's lock. */
  void watchedAs(CommandNode node) {
    watched = node;
  }

  @Override
  @Nullable
  public CommandNode watched() {
    return watched;
  }

  /** Returns its place in the queue. */
  long sequence() {
    return sequence;
  }

  /** Submits it to the device. */
  void submit() {
    if (queue.keepsTimes()) {
      submitted = System.nanoTime();
    }
    reach(SUBMITTED);
    dependencyEnded(null);
  }

  /** The last of what it waited for makes it ready. */
  @Override
  public void dependencyEnded(@Nullable EventNode failed) {
    if (failed != null) {
      failedDependency = failed;
    }
    if (pending.decrementAndGet() == 0) {
      queue.ready(this);
    }
  }

  /** Returns whether a thread that waits had better not run it itself. */
  boolean mayTakeLong() {
    CommandBody work = body;
    return work != null && work.mayTakeLong();
  }

  /** Returns whether it can run. */
  boolean isReady() {
    return pending.get() == 0;
  }

  /** Runs it, unless another thread does or has done so. */
  void run() {
    if (!claimed.compareAndSet(false, true)) {
      return;
    }
    CommandNode node = watched;
    ClException failure = node != null ? runWatched(node) : runUnlessFailed();
    body = null;
    if (failure != null) {
      context().failed(commandType(), failure);
    }
    try {
      letGo(uses); // may call the program, which may throw
    } finally {
      try {
        end(failure == null ? COMPLETE : status(failure), failure);
      } finally {
        queue.ended(this);
        forgotten = true;
      }
    }
  }

  /** A child that was terminated hands on its status. */
  private int status(ClException failure) {
    return failedDependency == null && failure instanceof FailedEventException child
        ? child.status()
        : failure.code().value();
  }

  private @Nullable ClException runUnlessFailed() {
    EventNode failed = failedDependency;
    return failed == null ? attempt() : failed.inWaitList();
  }

  private @Nullable ClException runWatched(CommandNode node) {
    CommandWatch watch = Objects.requireNonNull(context().watch());
    watch.started(node);
    EventNode failed = failedDependency;
    if (failed != null) {
      watch.failed(node);
      return failed.inWaitList();
    }
    ClException failure = attempt();
    watch.ended(node);
    return failure;
  }

  /** Waits until the queue has forgotten it, which follows its end at once. */
  void awaitForgotten() {
    while (!forgotten) {
      LockSupport.parkNanos(1000);
    }
  }

  private @Nullable ClException attempt() {
    reach(RUNNING);
    if (queue.keepsTimes()) {
      started = System.nanoTime();
    }
    try {
      CommandBody work = body;
      if (work != null) {
        work.run(this);
      }
      return null;
    } catch (ClException e) {
      return e;
    } catch (OutOfMemoryError e) {
      return new ClException(ErrorCode.CL_OUT_OF_HOST_MEMORY, "Java's heap is full", e);
    } catch (RuntimeException | Error e) {
      return new ClException(ErrorCode.CL_OUT_OF_RESOURCES, "the command failed: " + e, e);
    } finally {
      if (queue.keepsTimes() && ended == 0) {
        ended = System.nanoTime();
      }
    }
  }

  @Override
  public void ranFor(long nanos, long completion) {
    if (queue.keepsTimes()) {
      completed = System.nanoTime();
      ended = completed - (completion - nanos);
      started = Math.max(started, ended - nanos);
    }
  }

  @Override
  public void beganAt(long nanoTime) {
    if (queue.keepsTimes()) {
      started = nanoTime;
      submitted = Math.min(submitted, nanoTime);
    }
  }

  @Override
  public void flush() {
    queue.flush();
  }

  @Override
  String whatFailed() {
    return "a command";
  }

  @Override
  public void await() {
    queue.await(this);
  }

  @Override
  public Profiling profiling() {
    if (!queue.keepsTimes() || status() != COMPLETE) {
      throw new ClException(
          ErrorCode.CL_PROFILING_INFO_NOT_AVAILABLE,
          queue.keepsTimes()
              ? "the command has not completed"
              : "the queue does not keep the times of commands");
    }
    return new Profiling(queued, submitted, started, ended, Math.max(ended, completed));
  }
}

package dev.barnacle.cl.internal.queue;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandType;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.FailedEventException;
import dev.barnacle.cl.InterruptedWaitException;
import dev.barnacle.cl.Profiling;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.life.References;
import dev.barnacle.watch.command.CommandWatch;
import dev.barnacle.watch.command.CompletionPoint;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An event in the graph of commands: the end of a command, or of the host's own work. {@code Event}
 * of the API is its handle.
 *
 * <p>An event ends once, under its lock, after all that its command did; whoever learns of the end
 * does so under the same lock or by reading the status, a volatile variable.
 */
public abstract sealed class EventNode implements References permits Command, HostEvent {
  /** {@code CL_QUEUED}. */
  public static final int QUEUED = 3;

  /** {@code CL_SUBMITTED}. */
  public static final int SUBMITTED = 2;

  /** {@code CL_RUNNING}. */
  public static final int RUNNING = 1;

  /** {@code CL_COMPLETE}. */
  public static final int COMPLETE = 0;

  private final ContextQueues context;
  private final CommandType commandType;
  private final Lifetime.Use attachment;
  private int references = 1;
  private boolean creatorIsDone;
  private volatile int status;
  private @Nullable Dependent dependents;
  private @Nullable Callback callbacks;
  private @Nullable Waiter waiters;
  private @Nullable ClException failure;

  /** A waiter for the event. */
  private record Dependent(EventDependent waiting, boolean inWaitList, @Nullable Dependent next) {}

  /** A callback for a status that has not come yet. */
  private record Callback(int status, IntConsumer action, @Nullable Callback next) {}

  /** A thread that waits for the end. */
  private record Waiter(Thread thread, @Nullable Waiter next) {}

  /** Makes an event that keeps {@code attachment}, what it was made from, as long as it lives. */
  EventNode(ContextQueues context, CommandType type, int status, Lifetime.Use attachment) {
    this.context = context;
    this.commandType = type;
    this.status = status;
    this.attachment = attachment;
  }

  final ContextQueues context() {
    return context;
  }

  /** Returns what it stands for. */
  public final CommandType commandType() {
    return commandType;
  }

  /** Submits its command and those before it, if it is of one. */
  public abstract void flush();

  /** Returns what the detector of races between commands knows it by; null without one. */
  abstract @Nullable CompletionPoint watched();

  /** Returns what it is the event of, in words. */
  abstract String what();

  /** Returns what a thread that waits calls it when it has failed. */
  abstract String whatFailed();

  /** Waits until it has ended, however. */
  public abstract void await();

  /**
   * Returns when the command went from state to state.
   *
   * @throws ClException {@code CL_PROFILING_INFO_NOT_AVAILABLE} if that is not known
   */
  public abstract Profiling profiling();

  /**
   * Returns the status as the host asks for it: a queue that has not been flushed is, so that
   * asking until the event is complete comes to an end.
   */
  public final int status() {
    if (status == QUEUED) {
      flush();
    }
    int now = status;
    if (now <= COMPLETE) {
      learn();
    }
    return now;
  }

  /** Returns whether it has ended, without the host's being told. */
  public final boolean hasEnded() {
    return status <= COMPLETE;
  }

  /** Returns whether it has ended with an error, without the host's being told. */
  public final boolean hasFailed() {
    return status < COMPLETE;
  }

  /** The host is told that it has ended: the detector of races between commands is to know. */
  public final void learn() {
    CommandWatch watch = context.watch();
    CompletionPoint watched = watched();
    if (watch != null && watched != null) {
      watch.learned(watched);
    }
  }

  /** Returns why it ended with an error, where that is known in words. */
  public final synchronized Optional<ClException> failure() {
    return Optional.ofNullable(failure);
  }

  /** Throws if it ended with an error. */
  public final void checkEndedWell() {
    if (status < COMPLETE) {
      throw new FailedEventException(whatFailed(), status, failure());
    }
  }

  /** Returns why a command fails that has this event in its wait list; it names the first. */
  public final FailedEventException inWaitList() {
    String what = "an event that the command waited for";
    if (failure().orElse(null) instanceof FailedEventException first) {
      ClException why = first.getCause() instanceof ClException cause ? cause : null;
      return new FailedEventException(what, first.status(), Optional.ofNullable(why));
    }
    return new FailedEventException(what, status, failure());
  }

  /**
   * Has a callback called when the status is reached, or now where it has been: with that status,
   * or the code of the error.
   *
   * @throws ClException {@code CL_INVALID_VALUE} for a status that no callback can wait for
   */
  public final void onStatus(int when, IntConsumer callback) {
    if (when < COMPLETE || when > SUBMITTED) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no callback for status " + when);
    }
    synchronized (this) {
      if (status > when) {
        callbacks = new Callback(when, callback, callbacks);
        return;
      }
    }
    call(callback, when);
  }

  private void call(IntConsumer callback, int when) {
    int reported = status < COMPLETE ? status : when;
    context
        .callbackThread()
        .execute(
            () -> {
              if (reported <= COMPLETE) {
                learn();
              }
              callback.accept(reported);
            });
  }

  /** Says what it is the event of and how far that is, without flushing. */
  @Override
  public final String toString() {
    int now = status;
    return what()
        + switch (now) {
          case QUEUED -> ", queued";
          case SUBMITTED -> ", submitted";
          case RUNNING -> ", running";
          case COMPLETE -> ", complete";
          default ->
              ", ended with "
                  + ErrorCode.nameOf(now)
                  + failure().map(f -> ": " + f.detail()).orElse("");
        };
  }

  /** Sleeps until it has ended or the thread is interrupted. */
  final void sleep() {
    synchronized (this) {
      if (status <= COMPLETE) {
        return;
      }
      waiters = new Waiter(Thread.currentThread(), waiters);
    }
    while (status > COMPLETE) {
      if (Thread.currentThread().isInterrupted()) {
        stopWaiting(Thread.currentThread());
        throw new InterruptedWaitException(toString());
      }
      LockSupport.park(this);
    }
  }

  private synchronized void stopWaiting(Thread thread) {
    Waiter rest = null;
    for (Waiter w = waiters; w != null; w = w.next()) {
      if (!w.thread().equals(thread)) {
        rest = new Waiter(w.thread(), rest);
      }
    }
    waiters = rest;
  }

  @Override
  public final synchronized void retain() {
    check();
    references++;
  }

  /** Takes a reference away; a command goes its way all the same. */
  @Override
  public final void release() {
    synchronized (this) {
      check();
      references--;
      if (references > 0) {
        return;
      }
    }
    attachment.close();
  }

  @Override
  public final synchronized int referenceCount() {
    return references;
  }

  @Override
  public final void close() {
    synchronized (this) {
      if (creatorIsDone || references == 0) {
        return;
      }
      creatorIsDone = true;
    }
    release();
  }

  private void check() {
    if (references == 0) {
      throw new ClException(ErrorCode.CL_INVALID_EVENT, "the event is closed");
    }
  }

  /**
   * Has {@link EventDependent#dependencyEnded} called when the event ends.
   *
   * @return false if it has ended
   */
  final synchronized boolean addDependent(EventDependent waiting, boolean inWaitList) {
    if (status <= COMPLETE) {
      return false;
    }
    dependents = new Dependent(waiting, inWaitList, dependents);
    return true;
  }

  /** Goes on to a status, from a higher one, that is no end. */
  final void reach(int reached) {
    Callback due;
    synchronized (this) {
      if (status <= reached) {
        return;
      }
      status = reached;
      due = callbacks;
      if (due == null) {
        return;
      }
      callbacks = null;
    }
    callDue(due, reached);
  }

  private void callDue(@Nullable Callback first, int reached) {
    for (Callback c = first; c != null; c = c.next()) {
      if (c.status() >= reached) {
        call(c.action(), c.status());
      } else {
        onStatus(c.status(), c.action());
      }
    }
  }

  /**
   * Ends it.
   *
   * @param ended {@link #COMPLETE} or a negative error code
   * @return false if it had ended
   */
  final boolean end(int ended, @Nullable ClException why) {
    Dependent commands;
    Callback due;
    Waiter threads;
    synchronized (this) {
      if (status <= COMPLETE) {
        return false;
      }
      failure = why;
      status = ended;
      commands = dependents;
      due = callbacks;
      threads = waiters;
      dependents = null;
      callbacks = null;
      waiters = null;
    }
    for (Waiter w = threads; w != null; w = w.next()) {
      LockSupport.unpark(w.thread());
    }
    callDue(due, ended);
    for (Dependent d = commands; d != null; d = d.next()) {
      d.waiting().dependencyEnded(d.inWaitList() && ended < COMPLETE ? this : null);
    }
    return true;
  }
}

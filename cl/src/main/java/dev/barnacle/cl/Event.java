package dev.barnacle.cl;

import dev.barnacle.watch.command.CommandWatch;
import dev.barnacle.watch.command.CompletionPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The state of a command, or of the host's own work ({@link UserEvent}), which commands and threads
 * can wait for ({@code cl_event}). It can be used by many threads at once. It need not be closed:
 * closing only matters for its reference count and for when a released context ends.
 *
 * <p>An event ends once, under its lock, after all that its command did; whoever learns of the end
 * does so under the same lock or by reading the status, a volatile variable. So of the rules of
 * "Host-side and Device-side Commands" (OpenCL architecture, 3.3.6) these hold by construction:
 *
 * <ul>
 *   <li>rule 2: an event global-synchronizes-with a command that waits for it. The command is
 *       counted down by the thread that ends the event, afterwards.
 *   <li>rule 3: a command global-synchronizes-with its event. The thread that ran it ends the
 *       event.
 *   <li>rule 4: an event global-synchronizes-with a call that waits for it: {@link #waitFor} reads
 *       the status; so does {@link #status} when it sees the end.
 *   <li>rule 11: an event global-synchronizes-with the callbacks that are registered on it. They
 *       are handed to the callback thread after the end.
 *   <li>rule 12: see {@link UserEvent}.
 * </ul>
 */
public abstract sealed class Event implements AutoCloseable permits Command, UserEvent {
  /** {@code CL_QUEUED}: the command is in its queue. */
  public static final int QUEUED = 3;

  /** {@code CL_SUBMITTED}: the queue has been flushed; the command waits for events. */
  public static final int SUBMITTED = 2;

  /** {@code CL_RUNNING}: the command runs. */
  public static final int RUNNING = 1;

  /** {@code CL_COMPLETE}: all is done, without error. */
  public static final int COMPLETE = 0;

  private final Context context;
  private final CommandType commandType;
  private final Lifetime.Use attachment;
  private int references = 1;
  private boolean creatorIsDone;
  private volatile int status;
  private @Nullable Dependent dependents;
  private @Nullable Callback callbacks;
  private @Nullable Waiter waiters;
  private @Nullable ClException failure;

  /** A command that waits for the event. */
  private record Dependent(Command command, boolean inWaitList, @Nullable Dependent next) {}

  /** A callback for a status that has not come yet. */
  private record Callback(int status, EventCallback callback, @Nullable Callback next) {}

  /** A thread that waits for the end. */
  private record Waiter(Thread thread, @Nullable Waiter next) {}

  /** Makes an event that keeps {@code attachment}, what it was made from, as long as it lives. */
  Event(Context context, CommandType commandType, int status, Lifetime.Use attachment) {
    this.context = context;
    this.commandType = commandType;
    this.status = status;
    this.attachment = attachment;
  }

  /** Returns the context that it belongs to. */
  public final Context context() {
    return context;
  }

  /** Returns what it stands for. */
  public final CommandType commandType() {
    return commandType;
  }

  /** Returns the queue of its command; none for a user event. */
  public abstract Optional<CommandQueue> queue();

  /**
   * Returns {@link #QUEUED}, {@link #SUBMITTED}, {@link #RUNNING}, {@link #COMPLETE}, or the
   * negative error code with which it ended ({@code CL_EVENT_COMMAND_EXECUTION_STATUS}). Asking
   * flushes the queue of a command that has not been submitted, so that asking until it is complete
   * comes to an end.
   */
  public final int status() {
    if (status == QUEUED) {
      queue().ifPresent(CommandQueue::flush);
    }
    int now = status;
    if (now <= COMPLETE) {
      learn();
    }
    return now;
  }

  /** Tells whether it has ended, with or without error. */
  public final boolean isEnded() {
    if (!hasEnded()) {
      return false;
    }
    learn();
    return true;
  }

  /** Tells whether it has ended, without the host's being told. */
  final boolean hasEnded() {
    return status <= COMPLETE;
  }

  /** Tells whether it has ended with an error, without the host's being told. */
  final boolean hasFailed() {
    return status < COMPLETE;
  }

  /** The host is told that it has ended: the detector of races between commands is to know. */
  private void learn() {
    CommandWatch watch = context.commandWatch();
    CompletionPoint watched = watched();
    if (watch != null && watched != null) {
      watch.learned(watched);
    }
  }

  /** Returns what the detector of races between commands knows it by; null without one. */
  abstract @Nullable CompletionPoint watched();

  /** Returns why it ended with an error, where that is known in words. */
  public final synchronized Optional<ClException> failure() {
    return Optional.ofNullable(failure);
  }

  /**
   * Has a callback called when the status is reached, or now where it has been ({@code
   * clSetEventCallback}). Callbacks are called one after the other by a thread of the context's
   * own. When the command ends with an error, all that are left are called with its code.
   *
   * @param when {@link #SUBMITTED}, {@link #RUNNING} or {@link #COMPLETE}
   * @throws ClException {@code CL_INVALID_VALUE} for another status
   */
  public final void onStatus(int when, EventCallback callback) {
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

  private void call(EventCallback callback, int when) {
    int reported = status < COMPLETE ? status : when;
    context
        .callbackThread()
        .execute(
            () -> {
              if (reported <= COMPLETE) {
                learn();
              }
              callback.accept(this, reported);
            });
  }

  /**
   * Waits until it has ended ({@code clWaitForEvents}). The queue of its command is flushed; the
   * calling thread runs commands that the event waits for itself. An interrupt ends the wait, after
   * the command that the calling thread runs by then, if any: a kernel that may take long is left
   * to another thread.
   *
   * @throws FailedEventException if it ended with an error
   * @throws InterruptedWaitException if the thread is interrupted before it has ended
   */
  public final void waitFor() {
    await();
    learn();
    checkEndedWell();
  }

  /**
   * Waits until all have ended ({@code clWaitForEvents}).
   *
   * @throws ClException {@code CL_INVALID_VALUE} if there are none; {@code CL_INVALID_CONTEXT} if
   *     they are not of one context
   * @throws FailedEventException if one ended with an error
   * @throws InterruptedWaitException if the thread is interrupted before they have ended
   */
  public static void waitFor(List<Event> events) {
    if (events.isEmpty()) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no events to wait for");
    }
    for (Event event : events) {
      if (!event.context.equals(events.getFirst().context)) {
        throw new ClException(ErrorCode.CL_INVALID_CONTEXT, "the events are of several contexts");
      }
    }
    events.forEach(e -> e.queue().ifPresent(CommandQueue::flush));
    events.forEach(Event::await);
    events.forEach(Event::learn);
    events.forEach(Event::checkEndedWell);
  }

  private void checkEndedWell() {
    if (status < COMPLETE) {
      throw FailedEventException.of(this);
    }
  }

  /** Waits until all of these have ended; see {@link #waitFor(List)}. */
  public static void waitFor(Event first, Event... others) {
    List<Event> all = new ArrayList<>();
    all.add(first);
    all.addAll(List.of(others));
    waitFor(all);
  }

  /** Returns the status, without flushing and without the host's being told. */
  final int reached() {
    return status;
  }

  /** Returns what it is the event of, in words. */
  abstract String what();

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
                  + FailedEventException.nameOf(now)
                  + failure().map(f -> ": " + f.detail()).orElse("");
        };
  }

  /** Waits until it has ended, however. */
  abstract void await();

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
        throw new InterruptedWaitException(this);
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

  /**
   * Returns when the command went from state to state.
   *
   * @throws ClException {@code CL_PROFILING_INFO_NOT_AVAILABLE} if its queue keeps no times, it has
   *     not completed, or it is no command
   */
  public abstract Profiling profiling();

  /** Adds a reference ({@code clRetainEvent}). */
  public final synchronized void retain() {
    check();
    references++;
  }

  /** Takes a reference away ({@code clReleaseEvent}); a command goes its way all the same. */
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

  /** Returns the references from outside ({@code CL_EVENT_REFERENCE_COUNT}). */
  public final synchronized int referenceCount() {
    return references;
  }

  /** Releases the creator's reference; closing again does nothing. */
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

  /** Throws if it is closed. */
  final synchronized void check() {
    if (references == 0) {
      throw new ClException(ErrorCode.CL_INVALID_EVENT, "the event is closed");
    }
  }

  /**
   * Has {@link Command#dependencyEnded} called when the event ends.
   *
   * @return false if it has ended
   */
  final synchronized boolean addDependent(Command command, boolean inWaitList) {
    if (status <= COMPLETE) {
      return false;
    }
    dependents = new Dependent(command, inWaitList, dependents);
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
        call(c.callback(), c.status());
      } else {
        onStatus(c.status(), c.callback());
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
      d.command().dependencyEnded(d.inWaitList() && ended < COMPLETE ? this : null);
    }
    return true;
  }
}

package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.References;
import dev.barnacle.cl.internal.queue.EventNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
public sealed class Event extends ClObject permits UserEvent {
  /** {@code CL_QUEUED}: the command is in its queue. */
  public static final int QUEUED = EventNode.QUEUED;

  /** {@code CL_SUBMITTED}: the queue has been flushed; the command waits for events. */
  public static final int SUBMITTED = EventNode.SUBMITTED;

  /** {@code CL_RUNNING}: the command runs. */
  public static final int RUNNING = EventNode.RUNNING;

  /** {@code CL_COMPLETE}: all is done, without error. */
  public static final int COMPLETE = EventNode.COMPLETE;

  private final Context context;
  private final @Nullable CommandQueue queue;
  private final EventNode node;

  /**
   * Makes the handle of an event.
   *
   * @param queue of its command; null for none
   */
  Event(Context context, @Nullable CommandQueue queue, EventNode node) {
    this.context = context;
    this.queue = queue;
    this.node = node;
  }

  /** Returns the event in the graph of commands. */
  final EventNode node() {
    return node;
  }

  /**
   * Returns a wait list of commands of a context in the graph of commands.
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if an event is of another context; {@code
   *     CL_INVALID_EVENT_WAIT_LIST} if one is closed
   */
  static List<EventNode> nodes(List<Event> waitList, Context context) {
    if (waitList.isEmpty()) {
      return List.of();
    }
    List<EventNode> nodes = new ArrayList<>();
    for (Event event : waitList) {
      if (!event.context.equals(context)) {
        throw new ClException(
            ErrorCode.CL_INVALID_CONTEXT, "an event of the wait list is of another context");
      }
      if (event.referenceCount() == 0) {
        throw new ClException(
            ErrorCode.CL_INVALID_EVENT_WAIT_LIST, "an event of the wait list is closed");
      }
      nodes.add(event.node);
    }
    return nodes;
  }

  @Override
  final References lifetime() {
    return node;
  }

  /** Returns the context that it belongs to. */
  public final Context context() {
    return context;
  }

  /** Returns what it stands for. */
  public final CommandType commandType() {
    return node.commandType();
  }

  /** Returns the queue of its command; none for a user event. */
  public final Optional<CommandQueue> queue() {
    return Optional.ofNullable(queue);
  }

  /**
   * Returns {@link #QUEUED}, {@link #SUBMITTED}, {@link #RUNNING}, {@link #COMPLETE}, or the
   * negative error code with which it ended ({@code CL_EVENT_COMMAND_EXECUTION_STATUS}). Asking
   * flushes the queue of a command that has not been submitted, so that asking until it is complete
   * comes to an end.
   */
  public final int status() {
    return node.status();
  }

  /** Returns whether it has ended, with or without error. */
  public final boolean isEnded() {
    if (!node.hasEnded()) {
      return false;
    }
    node.learn();
    return true;
  }

  /** Returns why it ended with an error, where that is known in words. */
  public final Optional<ClException> failure() {
    return node.failure();
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
    node.onStatus(when, status -> callback.accept(this, status));
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
    node.await();
    node.learn();
    node.checkEndedWell();
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
    List<EventNode> nodes = events.stream().map(Event::node).toList();
    nodes.forEach(EventNode::flush);
    nodes.forEach(EventNode::await);
    nodes.forEach(EventNode::learn);
    nodes.forEach(EventNode::checkEndedWell);
  }

  /** Waits until all of these have ended; see {@link #waitFor(List)}. */
  public static void waitFor(Event first, Event... others) {
    List<Event> all = new ArrayList<>();
    all.add(first);
    all.addAll(List.of(others));
    waitFor(all);
  }

  /** Says what it is the event of and how far that is, without flushing. */
  @Override
  public final String toString() {
    return node.toString();
  }

  /**
   * Returns when the command went from state to state.
   *
   * @throws ClException {@code CL_PROFILING_INFO_NOT_AVAILABLE} if its queue keeps no times, it has
   *     not completed, or it is no command
   */
  public final Profiling profiling() {
    return node.profiling();
  }

  /** Takes a reference away ({@code clReleaseEvent}); a command goes its way all the same. */
  @Override
  public final void release() {
    node.release();
  }
}

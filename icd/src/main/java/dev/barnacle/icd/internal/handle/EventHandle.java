package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Event;
import org.jspecify.annotations.Nullable;

/** {@code cl_event}. */
public final class EventHandle extends Handle {
  private final Event event;
  private final ContextHandle context;
  private final @Nullable QueueHandle queue;
  private final int commandType;

  /** Makes the event of a command. */
  public EventHandle(Event event, QueueHandle queue, int commandType) {
    super(ErrorCode.CL_INVALID_EVENT);
    this.event = event;
    this.context = queue.context();
    this.queue = queue;
    this.commandType = commandType;
    hold(queue);
  }

  /** Makes a user event. */
  public EventHandle(Event event, ContextHandle context) {
    super(ErrorCode.CL_INVALID_EVENT);
    this.event = event;
    this.context = context;
    this.queue = null;
    this.commandType = event.commandType().value();
    hold(context);
  }

  public Event event() {
    return event;
  }

  public ContextHandle context() {
    return context;
  }

  /** Returns the queue of its command; null for a user event. */
  @Nullable
  public QueueHandle queue() {
    return queue;
  }

  /** Returns {@code CL_EVENT_COMMAND_TYPE}. */
  public int commandType() {
    return commandType;
  }

  @Override
  void free() {
    event.close();
  }
}

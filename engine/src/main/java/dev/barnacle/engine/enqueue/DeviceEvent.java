package dev.barnacle.engine.enqueue;

import dev.barnacle.engine.DeviceQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The event of a command on the device, or one of {@code create_user_event}: a clk_event_t. */
public final class DeviceEvent {
  /** The status of an event that has not been set yet, {@code CL_SUBMITTED}. */
  static final int OPEN = 2;

  private final long handle;
  private final @Nullable DeviceQueue queue;
  private int references = 1;
  private int status = OPEN;
  private final List<ChildCommand> waiting = new ArrayList<>(1);
  private @Nullable ChildCommand command;
  private @Nullable Consumer<Times> captured;
  private @Nullable Times times;

  /**
   * The times of a command, in nanoseconds.
   *
   * @param execution from its start to its end
   * @param completion from its start until it and its children are complete
   */
  public record Times(long execution, long completion) {}

  /**
   * Makes one.
   *
   * @param queue of its command; null for a user event
   */
  DeviceEvent(long handle, @Nullable DeviceQueue queue) {
    this.handle = handle;
    this.queue = queue;
  }

  /** Returns the number by which kernels know it. */
  public long handle() {
    return handle;
  }

  @Nullable DeviceQueue queue() {
    return queue;
  }

  boolean isUser() {
    return queue == null;
  }

  /** Returns the command that it is of; null for a user event. */
  public @Nullable ChildCommand command() {
    return command;
  }

  void setCommand(ChildCommand its) {
    command = its;
  }

  void retain() {
    references++;
  }

  void release() {
    references--;
  }

  boolean isUnused() {
    return references <= 0 && isSet();
  }

  boolean isSet() {
    return status <= 0;
  }

  /** Returns 0 or the negative status; {@link #OPEN} before. */
  int status() {
    return status;
  }

  void await(ChildCommand waits) {
    waiting.add(waits);
  }

  /** Sets the status; returns who has waited. */
  List<ChildCommand> set(int to, @Nullable Times its) {
    status = to;
    times = its;
    if (captured != null && its != null) {
      captured.accept(its);
    }
    captured = null;
    List<ChildCommand> woken = List.copyOf(waiting);
    waiting.clear();
    return woken;
  }

  /** Has the times told when they are known. */
  void capture(Consumer<Times> to) {
    if (times != null) {
      to.accept(times);
    } else {
      captured = to;
    }
  }
}

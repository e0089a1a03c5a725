package dev.barnacle.engine.enqueue;

import dev.barnacle.engine.DeviceQueue;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A command that a kernel has enqueued: a kernel-instance with its block's literal, or a marker.
 * The kernel-instance that the host launched is one too, with nobody above it. A {@link
 * CommandTree} guards what changes.
 */
public final class ChildCommand implements CommandTree.Work {
  /** The bytes that a command takes of a queue besides its literal. */
  static final long OVERHEAD = 128;

  private @Nullable Payload payload;
  private final EnqueueFlag flag;
  private final @Nullable DeviceEvent event;
  private final @Nullable DeviceQueue queue;

  @Nullable ChildCommand parent;

  /** Itself while it has not ended, and its children that are not complete. */
  int open = 1;

  /**
   * The number of things it waits for: events that are not set, and one for the end of its parent.
   */
  int unmet;

  /** The events that it waits for, until it is known to its tree. */
  List<DeviceEvent> waits;

  /** Children that wait for its end. */
  List<ChildCommand> afterEnd = List.of();

  int status;
  boolean ended;
  long begun;
  long end;

  /**
   * The kernel, range and arguments of a kernel-instance.
   *
   * @param kernel that is run; null for a marker
   * @param range over which; null for a marker, and for an NDRange without work-items
   * @param literal the block's, with all that it has captured
   * @param localSizes of its arguments in local memory, in bytes
   * @param site where the program has enqueued it, as the engine counts such places
   * @param parentItem who has enqueued it, as the engine counts work-items
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
  public record Payload(
      @Nullable Function kernel,
      @Nullable NdRange range,
      byte[] literal,
      List<Long> localSizes,
      int site,
      long parentItem) {
    static final Payload MARKER = new Payload(null, null, new byte[0], List.of(), 0, 0);

    long byteSize() {
      return OVERHEAD + literal.length + 8L * localSizes.size();
    }
  }

  ChildCommand(
      Payload payload,
      EnqueueFlag flag,
      List<DeviceEvent> waits,
      @Nullable DeviceEvent event,
      @Nullable DeviceQueue queue) {
    this.payload = payload;
    this.flag = flag;
    this.waits = waits;
    this.event = event;
    this.queue = queue;
  }

  /** Returns the queue that it is in; null for what the host has launched. */
  @Nullable DeviceQueue queue() {
    return queue;
  }

  /** Returns the events that it waits for, before it is given to its tree. */
  public List<DeviceEvent> waits() {
    return waits;
  }

  /** Returns what it is run with, before it has ended. */
  public Payload payload() {
    return Objects.requireNonNull(payload);
  }

  /** Tells when it may begin. */
  public EnqueueFlag flag() {
    return flag;
  }

  /** Returns its event; null if it gives none. */
  public @Nullable DeviceEvent event() {
    return event;
  }

  /** Returns the command of the kernel that has enqueued it, or of one further up. */
  public @Nullable ChildCommand parent() {
    return parent;
  }

  /** Nothing of what it was run with is needed any more. */
  void forgetPayload() {
    payload = null;
  }

  void waitForEnd(ChildCommand child) {
    if (afterEnd.isEmpty()) {
      afterEnd = new ArrayList<>(2);
    }
    afterEnd.add(child);
  }

  /**
   * Returns whether it only hands on the completion of its one open child, who then can do without
   * it: so a chain of launches keeps no more than its end.
   */
  boolean isTransparent() {
    return ended && open == 1 && event == null && parent != null && status == 0;
  }
}

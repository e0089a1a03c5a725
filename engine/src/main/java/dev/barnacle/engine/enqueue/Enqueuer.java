package dev.barnacle.engine.enqueue;

import dev.barnacle.engine.DeviceQueue;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.engine.KernelTraits;
import dev.barnacle.engine.LocalSizeChooser;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves the queue functions of the work-groups that a thread runs (OpenCL C, "Enqueuing Kernels").
 * The commands that they enqueue are kept until the groups have ended, and then {@linkplain #flush
 * given} to the tree at once. Commands that need not wait for their parent may begin from then on.
 */
public final class Enqueuer {
  /** {@code CLK_NULL_QUEUE}. */
  public static final long NO_QUEUE = 0;

  /** {@code CLK_NULL_EVENT}. */
  public static final long NO_EVENT = 0;

  /** {@code CLK_PROFILING_COMMAND_EXEC_TIME}. */
  private static final int EXECUTION_TIME = 1;

  private final CommandTree tree;
  private final ChildCommand parent;
  private List<ChildCommand> enqueued = new ArrayList<>();
  private long event = NO_EVENT;

  /**
   * Makes one.
   *
   * @param parent the command whose work-groups run
   */
  public Enqueuer(CommandTree tree, ChildCommand parent) {
    this.tree = tree;
    this.parent = parent;
  }

  /** Returns what has been enqueued and is not given to the tree yet. */
  public List<ChildCommand> enqueued() {
    return List.copyOf(enqueued);
  }

  /** Gives the tree what has been enqueued. */
  public void flush() {
    if (!enqueued.isEmpty()) {
      tree.add(parent, enqueued);
      enqueued = new ArrayList<>();
    }
  }

  /** Gives the tree what has been enqueued, and says that no work-group is left. */
  public void flushAndEnd() {
    tree.end(parent, enqueued);
    enqueued = new ArrayList<>();
  }

  /** Returns the number of the default queue; {@link #NO_QUEUE} if there is none. */
  public long defaultQueue() {
    DeviceQueue queue = tree.defaultQueue();
    return queue == null ? NO_QUEUE : queue.handle();
  }

  /**
   * Enqueues a kernel.
   *
   * @return the value that the kernel gets; {@link #event} has the event
   */
  public int enqueue(EnqueueRequest request) {
    DeviceQueue queue = DeviceQueue.of(request.queue());
    if (queue == null) {
      return code(EnqueueStatus.CLK_INVALID_QUEUE);
    }
    CommandTree.Facts facts = tree.facts(request.kernel());
    KernelLimits limits = facts.limits();
    boolean uniform = tree.options().uniformGroups();
    if (!request.range().isValid(limits.maxWorkGroupSize(), uniform)) {
      return code(EnqueueStatus.CLK_INVALID_NDRANGE);
    }
    List<DeviceEvent> waits = waits(request.count(), request.waitList());
    boolean noList = request.count() == 0 && request.waitList() == null;
    if (waits == null || (waits.isEmpty() && !noList)) {
      return code(EnqueueStatus.CLK_INVALID_EVENT_WAIT_LIST);
    }
    if (request.localSizes().contains(0L)) {
      return code(EnqueueStatus.CLK_INVALID_ARG_SIZE);
    }
    KernelTraits traits = facts.traits();
    if (localBytes(traits, request.localSizes()) > tree.limits().localMemBytes()) {
      return code(EnqueueStatus.CLK_OUT_OF_RESOURCES);
    }
    ChildCommand.Payload payload =
        new ChildCommand.Payload(
            request.kernel(),
            shape(request.range(), traits, limits),
            request.literal(),
            request.localSizes(),
            request.site(),
            request.item());
    EnqueueFlag flag = EnqueueFlag.of(request.flags());
    return add(queue, payload, flag, waits, request.wantsEvent());
  }

  private static double localBytes(KernelTraits traits, List<Long> sizes) {
    return traits.localBytes() + sizes.stream().mapToDouble(Long::doubleValue).sum();
  }

  private @Nullable NdRange shape(DeviceRange range, KernelTraits traits, KernelLimits limits) {
    if (range.isEmpty()) {
      return null;
    }
    List<Long> global = range.inDimensions(range.global());
    List<Long> local = range.inDimensions(range.local());
    if (range.leavesLocalSize()) {
      List<Long> chosen = new LocalSizeChooser(traits, tree.limits()).choose(global);
      long items = chosen.stream().reduce(1L, (a, b) -> a * b);
      local = items > limits.maxWorkGroupSize() ? global.stream().map(_ -> 1L).toList() : chosen;
    }
    return new NdRange(global, local, range.inDimensions(range.offset()));
  }

  /**
   * Enqueues a marker.
   *
   * @param waitList null where the program gives no list
   * @return the value that the kernel gets; {@link #event} has the event
   */
  public int marker(long queueHandle, int count, long @Nullable [] waitList, boolean wantsEvent) {
    DeviceQueue queue = DeviceQueue.of(queueHandle);
    if (queue == null) {
      return code(EnqueueStatus.CLK_INVALID_QUEUE);
    }
    List<DeviceEvent> waits = waits(count, waitList);
    if (waits == null || waits.isEmpty()) {
      return code(EnqueueStatus.CLK_INVALID_EVENT_WAIT_LIST);
    }
    return wantsEvent
        ? add(queue, ChildCommand.Payload.MARKER, EnqueueFlag.NO_WAIT, waits, true)
        : EnqueueStatus.CLK_SUCCESS.code();
  }

  private int add(
      DeviceQueue queue,
      ChildCommand.Payload payload,
      EnqueueFlag flag,
      List<DeviceEvent> waits,
      boolean wantsEvent) {
    if (!tree.reserve(queue, payload.byteSize())) {
      return code(EnqueueStatus.CLK_DEVICE_QUEUE_FULL);
    }
    if (wantsEvent && !queue.reserveEvent()) {
      tree.release(queue, payload.byteSize());
      return code(EnqueueStatus.CLK_EVENT_ALLOCATION_FAILURE);
    }
    DeviceEvent its = wantsEvent ? tree.newEvent(queue) : null;
    ChildCommand command = new ChildCommand(payload, flag, waits, its, queue);
    if (its != null) {
      its.setCommand(command);
      event = its.handle();
    }
    enqueued.add(command);
    return EnqueueStatus.CLK_SUCCESS.code();
  }

  /** Returns the events of a list; null if it is none, or holds what is no event. */
  private @Nullable List<DeviceEvent> waits(int count, long @Nullable [] list) {
    if (list == null) {
      return count == 0 ? List.of() : null;
    }
    List<DeviceEvent> waits = new ArrayList<>(list.length);
    for (long handle : list) {
      DeviceEvent each = tree.event(handle);
      if (each == null) {
        return null;
      }
      waits.add(each);
    }
    return waits;
  }

  private int code(EnqueueStatus status) {
    return tree.options().exactErrors() ? status.code() : EnqueueStatus.CLK_ENQUEUE_FAILURE.code();
  }

  /** Returns the event of what was enqueued last. */
  public long event() {
    return event;
  }

  /** Makes a user event. */
  public long createUserEvent() {
    return tree.newEvent(null).handle();
  }

  /** Returns the event of that number; null if there is none. */
  public @Nullable DeviceEvent find(long handle) {
    return tree.event(handle);
  }

  /**
   * Sets a user event; the first status stays.
   *
   * @param status 0 or negative; nothing happens for any other, and what is no user event
   */
  public void setUserEventStatus(long handle, int status) {
    DeviceEvent user = tree.event(handle);
    if (user != null && user.isUser() && status <= 0) {
      tree.set(user, status);
    }
  }

  /** Adds a reference; nothing happens for what is no event. */
  public void retain(long handle) {
    DeviceEvent each = tree.event(handle);
    if (each != null) {
      tree.retain(each);
    }
  }

  /** Takes a reference away; nothing happens for what is no event. */
  public void release(long handle) {
    DeviceEvent each = tree.event(handle);
    if (each != null) {
      tree.release(each);
    }
  }

  /** Returns whether a number is an event's. */
  public boolean isValid(long handle) {
    return tree.event(handle) != null;
  }

  /**
   * Has the times of a command told when it is complete; nothing happens for what is no command's
   * event, or another name than that of the execution's time.
   */
  public void capture(long handle, int name, Consumer<DeviceEvent.Times> to) {
    DeviceEvent each = tree.event(handle);
    if (each != null && !each.isUser() && name == EXECUTION_TIME) {
      tree.capture(each, to);
    }
  }

  /** Returns the work-items of a group of the kernel at most. */
  public int workGroupSize(Function kernel) {
    return (int) tree.facts(kernel).limits().maxWorkGroupSize();
  }

  /** Returns what local sizes of the kernel should be multiples of. */
  public int preferredMultiple(Function kernel) {
    return tree.facts(kernel).limits().lanes();
  }

  /** Returns how many sub-groups a group of a range has; 0 for what is no range. */
  public int subGroupCount(Function kernel, DeviceRange range) {
    KernelLimits limits = tree.facts(kernel).limits();
    long items = groupSize(kernel, range, limits);
    return items == 0 ? 0 : (int) limits.subGroups(items);
  }

  /** Returns the work-items of a sub-group of a range at most; 0 for what is no range. */
  public int maxSubGroupSize(Function kernel, DeviceRange range) {
    KernelLimits limits = tree.facts(kernel).limits();
    return (int) Math.min(limits.subGroupSize(), groupSize(kernel, range, limits));
  }

  private long groupSize(Function kernel, DeviceRange range, KernelLimits limits) {
    if (!range.isValid(limits.maxWorkGroupSize(), false)) {
      return 0;
    }
    NdRange shape = shape(range, tree.facts(kernel).traits(), limits);
    return shape == null ? 0 : shape.groupSize();
  }
}

package dev.barnacle.cl;

import dev.barnacle.cl.internal.host.HostSegments;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.AccessedRanges;
import dev.barnacle.cl.internal.memory.AccessedRanges.Place;
import dev.barnacle.cl.internal.memory.RectCopy;
import dev.barnacle.cl.internal.queue.CommandBody;
import dev.barnacle.cl.internal.queue.CommandWork;
import dev.barnacle.cl.internal.queue.PendingCommands;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A queue of commands for a device ({@code cl_command_queue}). Methods enqueue a command and return
 * its {@link Event} at once; each takes the events that the command shall wait for, as a list or
 * one after the other, which may be none. {@code queue.read(…).waitFor()} is a blocking call. A
 * queue can be used by many threads at once.
 *
 * <p>Commands are not run before they are submitted: by {@link #flush}, by waiting for them or
 * asking for their status, or when many have come together. So enqueuing wakes no thread, and the
 * thread that waits runs what it waits for.
 *
 * <p>Of the rules of "Host-side and Device-side Commands" (OpenCL architecture, 3.3.6) these are
 * the queue's; a happens-before edge of Java stands for each global-synchronizes-with:
 *
 * <ul>
 *   <li>rule 1: a call that enqueues a command global-synchronizes-with it. The command goes
 *       through the queue's lock, and to whoever runs it through a concurrent queue.
 *   <li>rule 5: commands of an in-order queue synchronize one after the other. Each is a dependent
 *       of the one before, so it is started by the end of that one.
 *   <li>rule 6, rule 7: a marker or barrier without a wait list depends on all commands before it
 *       that have not ended, and the commands behind a barrier on the barrier.
 *   <li>rule 8: {@link #finish} waits for such a marker.
 *   <li>rules 13 and 14 are about queues on the device: {@link DeviceCommandQueue}.
 * </ul>
 *
 * <p>The order of a queue carries no errors: a command that fails fails those that have its event
 * in their wait list, not those that only come behind it.
 */
public final class CommandQueue extends QueueShorthands {
  private final Context context;
  private final Device device;
  private final QueueOptions options;
  private final Lifetime lifetime;
  private final PendingCommands pending;

  CommandQueue(Context context, Device device, QueueOptions options, Lifetime.Use contextUse) {
    this.context = context;
    this.device = device;
    this.options = options;
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_COMMAND_QUEUE,
            "command-queue",
            () -> {
              context.forget(this);
              contextUse.close();
            });
    this.pending = new PendingCommands(context.queues(), options, lifetime);
  }

  @Override
  CommandQueue self() {
    return this;
  }

  /** Returns the context that it belongs to. */
  public Context context() {
    return context;
  }

  /**
   * Says what is done when it gets a command while it has none that has not ended, with true, and
   * when the last of those has ended, with false. The action must be short, and call nothing of
   * this library: the queue waits for it.
   */
  public void whenOccupied(Consumer<Boolean> action) {
    pending.whenOccupied(action);
  }

  /** Returns the device that its commands run on. */
  public Device device() {
    return device;
  }

  /** Returns what it does. */
  public QueueOptions options() {
    return options;
  }

  /**
   * Takes a reference away ({@code clReleaseCommandQueue}) and flushes. The queue ends when its
   * last command has.
   */
  @Override
  public void release() {
    lifetime.check();
    flush();
    lifetime.release();
  }

  /** Flushes and releases the creator's reference; closing again does nothing. */
  @Override
  public void close() {
    flush();
    lifetime.close();
  }

  void abandon() {
    flush();
    lifetime.abandon();
  }

  /** Submits all that has been enqueued ({@code clFlush}). */
  public void flush() {
    pending.flush();
  }

  /**
   * Waits until all commands enqueued so far have ended ({@code clFinish}); the calling thread runs
   * them itself as far as it can.
   *
   * @throws ClException {@code CL_INVALID_COMMAND_QUEUE} if the queue is closed
   * @throws InterruptedWaitException if the thread is interrupted before they have ended
   */
  public void finish() {
    lifetime.check();
    pending.finish();
  }

  /**
   * Enqueues a command.
   *
   * @param held what it uses until it has ended
   * @param accesses what it accesses
   * @throws ClException {@code CL_INVALID_COMMAND_QUEUE} if the queue is closed; {@code
   *     CL_INVALID_CONTEXT} if an event is of another context; {@code CL_INVALID_EVENT_WAIT_LIST}
   *     if one is closed; the code of what is held if that is closed
   */
  Event submit(
      CommandType type,
      List<Event> waitList,
      CommandBody body,
      List<Lifetime> held,
      AccessedRanges accesses) {
    return submit(new CommandWork(type, body, held, accesses), waitList);
  }

  /** Enqueues what has been checked; the errors are as above. */
  Event submit(CommandWork work, List<Event> waitList) {
    return new Event(context, this, pending.submit(work, Event.nodes(waitList, context)));
  }

  /** Returns its commands that have not ended. */
  PendingCommands pending() {
    return pending;
  }

  /** Enqueues a command that accesses nothing, or of which it is not known what. */
  Event submit(CommandType type, List<Event> waitList, CommandBody body, List<Lifetime> held) {
    return submit(type, waitList, body, held, AccessedRanges.none());
  }

  /**
   * Enqueues a kernel ({@code clEnqueueNDRangeKernel}). Sizes are checked now; an engine's error
   * ends the command.
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if the kernel is of another context; and as
   *     {@link BoundKernel#run}
   */
  public Event run(BoundKernel kernel, NDRange range, List<Event> waitList) {
    return submit(kernel.work(context, range, device), waitList);
  }

  /**
   * Enqueues a copy from a buffer to the host ({@code clEnqueueReadBuffer}).
   *
   * @param to takes as many bytes as it has; it must stay alive until the command has ended
   * @throws ClException {@code CL_INVALID_CONTEXT} if the buffer is of another context; {@code
   *     CL_INVALID_VALUE} if it ends before; {@code CL_INVALID_OPERATION} if its flags keep the
   *     host from reading
   */
  public Event read(Buffer buffer, long byteOffset, MemorySegment to, List<Event> waitList) {
    checkContext(buffer);
    buffer.checkRange(byteOffset, to.byteSize());
    buffer.checkHostAccess(true, false);
    MemorySegment target = HostSegments.anyThread(to);
    return submit(
        CommandType.READ_BUFFER,
        waitList,
        c -> MemorySegment.copy(buffer.bytes(), byteOffset, target, 0, target.byteSize()),
        List.of(buffer.lifetime()),
        AccessedRanges.copy(
            () -> Place.in(buffer.bytes(), byteOffset, target.byteSize()),
            () -> Place.host(target)));
  }

  /**
   * Enqueues a copy from the host to a buffer ({@code clEnqueueWriteBuffer}).
   *
   * @param from must stay alive and as it is until the command has ended
   * @throws ClException {@code CL_INVALID_CONTEXT} if the buffer is of another context; {@code
   *     CL_INVALID_VALUE} if it ends before; {@code CL_INVALID_OPERATION} if its flags keep the
   *     host from writing
   */
  public Event write(Buffer buffer, long byteOffset, MemorySegment from, List<Event> waitList) {
    checkContext(buffer);
    buffer.checkRange(byteOffset, from.byteSize());
    buffer.checkHostAccess(false, true);
    MemorySegment source = HostSegments.anyThread(from);
    return submit(
        CommandType.WRITE_BUFFER,
        waitList,
        c -> MemorySegment.copy(source, 0, buffer.bytes(), byteOffset, source.byteSize()),
        List.of(buffer.lifetime()),
        AccessedRanges.copy(
            () -> Place.host(source),
            () -> Place.in(buffer.bytes(), byteOffset, source.byteSize())));
  }

  /**
   * Enqueues a copy between buffers ({@code clEnqueueCopyBuffer}).
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if one is of another context; {@code
   *     CL_INVALID_VALUE} if one ends before; {@code CL_MEM_COPY_OVERLAP} if source and destination
   *     share memory
   */
  public Event copy(
      Buffer from, long fromOffset, Buffer to, long toOffset, long bytes, List<Event> waitList) {
    return submit(BufferWork.copy(context, from, fromOffset, to, toOffset, bytes), waitList);
  }

  /**
   * Enqueues the filling of a part of a buffer with a pattern ({@code clEnqueueFillBuffer}).
   *
   * @param pattern of 1, 2, 4, 8, 16, 32, 64 or 128 bytes; it is copied now
   * @param bytes a multiple of the pattern's size, as is {@code byteOffset}
   * @throws ClException {@code CL_INVALID_CONTEXT} if the buffer is of another context; {@code
   *     CL_INVALID_VALUE} if it ends before, or for another pattern, offset or size
   */
  public Event fill(
      Buffer buffer, MemorySegment pattern, long byteOffset, long bytes, List<Event> waitList) {
    return submit(BufferWork.fill(context, buffer, pattern, byteOffset, bytes), waitList);
  }

  /**
   * Enqueues a copy of a rectangular region from a buffer to the host ({@code
   * clEnqueueReadBufferRect}).
   *
   * @param layout where the region is in the buffer
   * @param toLayout where it is in {@code to}
   * @throws ClException as {@link #read}; {@code CL_INVALID_VALUE} if the region is empty, the
   *     pitches don't fit it, or it is not within the buffer or {@code to}
   */
  public Event readRect(
      Buffer buffer,
      RectLayout layout,
      MemorySegment to,
      RectLayout toLayout,
      RectRegion region,
      List<Event> waitList) {
    return transferRect(
        CommandType.READ_BUFFER_RECT, buffer, layout, to, toLayout, region, waitList);
  }

  /**
   * Enqueues a copy of a rectangular region from the host to a buffer ({@code
   * clEnqueueWriteBufferRect}).
   *
   * @param layout where the region is in the buffer
   * @param fromLayout where it is in {@code from}
   * @throws ClException as {@link #write}; {@code CL_INVALID_VALUE} if the region is empty, the
   *     pitches don't fit it, or it is not within the buffer or {@code from}
   */
  public Event writeRect(
      Buffer buffer,
      RectLayout layout,
      MemorySegment from,
      RectLayout fromLayout,
      RectRegion region,
      List<Event> waitList) {
    return transferRect(
        CommandType.WRITE_BUFFER_RECT, buffer, layout, from, fromLayout, region, waitList);
  }

  private Event transferRect(
      CommandType type,
      Buffer buffer,
      RectLayout layout,
      MemorySegment memory,
      RectLayout memoryLayout,
      RectRegion region,
      List<Event> waitList) {
    boolean reads = type == CommandType.READ_BUFFER_RECT;
    checkContext(buffer);
    MemorySegment host = HostSegments.anyThread(memory);
    RectCopy copy =
        reads
            ? RectCopy.of(buffer.bytes(), layout, host, memoryLayout, region)
            : RectCopy.of(host, memoryLayout, buffer.bytes(), layout, region);
    buffer.checkHostAccess(reads, !reads);
    return submit(
        type,
        waitList,
        c -> copy.run(),
        List.of(buffer.lifetime()),
        AccessedRanges.copy(
            () -> Place.of(copy.source(), !reads), () -> Place.of(copy.target(), reads)));
  }

  /**
   * Enqueues a copy of a rectangular region between buffers, or within one ({@code
   * clEnqueueCopyBufferRect}).
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if one is of another context; {@code
   *     CL_INVALID_VALUE} if the region is empty, the pitches don't fit it or differ within one
   *     buffer, or it is not within a buffer; {@code CL_MEM_COPY_OVERLAP} if source and destination
   *     share memory
   */
  public Event copyRect(
      Buffer from,
      RectLayout fromLayout,
      Buffer to,
      RectLayout toLayout,
      RectRegion region,
      List<Event> waitList) {
    return submit(BufferWork.copyRect(context, from, fromLayout, to, toLayout, region), waitList);
  }

  /**
   * Enqueues the mapping of a part of a buffer ({@code clEnqueueMapBuffer}). What the mapping
   * returns may be used once its event is complete, until it is unmapped. As host and device have
   * one memory, nothing is copied, and maps may overlap.
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if the buffer is of another context; {@code
   *     CL_INVALID_VALUE} if it ends before, or for no bytes or flags that don't go together;
   *     {@code CL_INVALID_OPERATION} if the buffer's flags keep the host from what the map is for
   */
  public Mapping map(
      Buffer buffer, Set<MapFlag> flags, long byteOffset, long bytes, List<Event> waitList) {
    checkContext(buffer);
    buffer.checkRange(byteOffset, bytes);
    if (bytes == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a map of no bytes");
    }
    buffer.checkMap(flags);
    MemorySegment region = buffer.bytes().asSlice(byteOffset, bytes);
    Event event =
        submit(
            CommandType.MAP_BUFFER,
            waitList,
            c -> {},
            List.of(buffer.lifetime()),
            AccessedRanges.map(flags, () -> Place.in(buffer.bytes(), byteOffset, bytes)));
    buffer.maps().add(region.address());
    return new Mapping(event, region);
  }

  /**
   * Enqueues the end of a mapping ({@code clEnqueueUnmapMemObject}).
   *
   * @param address that of what the map returned
   * @throws ClException {@code CL_INVALID_CONTEXT} if the memory object is of another context;
   *     {@code CL_INVALID_VALUE} if it is not mapped there
   */
  public Event unmap(MemoryObject object, long address, List<Event> waitList) {
    checkContext(object);
    object.maps().checkMapped(address);
    Event event =
        submit(
            CommandType.UNMAP_MEM_OBJECT,
            waitList,
            c -> {},
            List.of(object.lifetime()),
            AccessedRanges.unmap(address));
    object.maps().remove(address);
    return event;
  }

  /**
   * Enqueues the migration of memory objects to the queue's device or to the host ({@code
   * clEnqueueMigrateMemObjects}). There is one memory, so nothing moves.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if there are none; {@code CL_INVALID_CONTEXT} if
   *     one is of another context
   */
  public Event migrate(List<? extends MemoryObject> objects, List<Event> waitList) {
    if (objects.isEmpty()) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no memory objects to migrate");
    }
    objects.forEach(this::checkContext);
    return submit(CommandType.MIGRATE_MEM_OBJECTS, waitList, c -> {}, lifetimes(objects));
  }

  /**
   * Enqueues a function of the program ({@code clEnqueueNativeKernel}). An exception ends the
   * command with an error.
   *
   * @param uses memory objects that it uses
   * @throws ClException {@code CL_INVALID_CONTEXT} if one of them is of another context
   */
  public Event call(Runnable function, List<? extends MemoryObject> uses, List<Event> waitList) {
    uses.forEach(this::checkContext);
    return submit(CommandType.NATIVE_KERNEL, waitList, c -> function.run(), lifetimes(uses));
  }

  private static List<Lifetime> lifetimes(List<? extends MemoryObject> objects) {
    List<Lifetime> lifetimes = new ArrayList<>();
    objects.forEach(o -> lifetimes.add(o.lifetime()));
    return lifetimes;
  }

  /** Returns the commands that move texels of images. */
  public ImageCommands images() {
    return new ImageCommands(this);
  }

  /** Returns the commands that signal semaphores and wait for them. */
  public SemaphoreCommands semaphores() {
    return new SemaphoreCommands(this);
  }

  /** Returns the commands for shared virtual memory. */
  public SvmCommands svm() {
    return new SvmCommands(this);
  }

  /**
   * Enqueues a command that does nothing ({@code clEnqueueMarkerWithWaitList}).
   *
   * @param waitList if empty, it waits for all commands that were enqueued before it
   */
  public Event marker(List<Event> waitList) {
    return submit(CommandType.MARKER, waitList, c -> {}, List.of());
  }

  /**
   * Enqueues a command that does nothing but for which all commands behind it wait ({@code
   * clEnqueueBarrierWithWaitList}).
   *
   * @param waitList if empty, it waits for all commands that were enqueued before it
   */
  public Event barrier(List<Event> waitList) {
    return submit(CommandType.BARRIER, waitList, c -> {}, List.of());
  }

  /** Says what it is and on which device. */
  @Override
  public String toString() {
    return (options.outOfOrder() ? "out-of-order" : "in-order")
        + " command-queue"
        + (options.profiling() ? " with profiling" : "")
        + " on "
        + device.name()
        + lifetime.closedSuffix();
  }

  /** Throws {@code CL_INVALID_CONTEXT} unless it is of the queue's context. */
  void checkContext(MemoryObject object) {
    checkContext(object.context(), "memory object");
  }

  /** Throws {@code CL_INVALID_CONTEXT} unless it is the queue's context. */
  void checkContext(Context other, String what) {
    BufferWork.checkContext(context, other, what);
  }

  @Override
  Lifetime lifetime() {
    return lifetime;
  }
}

package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandQueue;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Event;
import dev.barnacle.cl.MapFlag;
import dev.barnacle.cl.Mapping;
import dev.barnacle.cl.RectLayout;
import dev.barnacle.cl.RectRegion;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.EnqueueCopyBuffer;
import dev.barnacle.icd.internal.entry.EnqueueCopyBufferRect;
import dev.barnacle.icd.internal.entry.EnqueueFillBuffer;
import dev.barnacle.icd.internal.entry.EnqueueMapBuffer;
import dev.barnacle.icd.internal.entry.EnqueueMigrateMemObjects;
import dev.barnacle.icd.internal.entry.EnqueueReadBuffer;
import dev.barnacle.icd.internal.entry.EnqueueReadBufferRect;
import dev.barnacle.icd.internal.entry.EnqueueUnmapMemObject;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.MemoryHandle;
import dev.barnacle.icd.internal.handle.QueueHandle;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Commands on buffers (OpenCL API, 5.2.2 to 5.2.4). */
public final class BufferCommands {
  private BufferCommands() {}

  public static long enqueueReadBuffer(long a) {
    return transfer(a, CommandQueue::read);
  }

  public static long enqueueWriteBuffer(long a) {
    return transfer(a, CommandQueue::write);
  }

  /** A command between a buffer and host memory. */
  private interface Transfer {
    Event enqueue(
        CommandQueue queue,
        Buffer buffer,
        long byteOffset,
        MemorySegment host,
        List<Event> waitList);
  }

  /** Both commands have the same parameters. */
  private static long transfer(long a, Transfer transfer) {
    EnqueueReadBuffer call = new EnqueueReadBuffer(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    Buffer buffer = memory(queue, call.buffer()).buffer();
    checkPart(buffer, call.offset(), call.size());
    checkPointer(call.ptr());
    List<Event> waits = Commands.waitList(call);
    MemorySegment host = Native.at(call.ptr(), call.size());
    Event event = transfer.enqueue(queue.queue(), buffer, call.offset(), host, waits);
    return Commands.give(event, queue, call.event(), call.blockingRead() != 0);
  }

  public static long enqueueCopyBuffer(long a) {
    EnqueueCopyBuffer call = new EnqueueCopyBuffer(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    Buffer from = memory(queue, call.srcBuffer()).buffer();
    Buffer to = memory(queue, call.dstBuffer()).buffer();
    checkPart(from, call.srcOffset(), call.size());
    checkPart(to, call.dstOffset(), call.size());
    List<Event> waits = Commands.waitList(call);
    return Commands.give(
        queue.queue().copy(from, call.srcOffset(), to, call.dstOffset(), call.size(), waits),
        queue,
        call.event());
  }

  public static long enqueueFillBuffer(long a) {
    EnqueueFillBuffer call = new EnqueueFillBuffer(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    Buffer buffer = memory(queue, call.buffer()).buffer();
    checkPart(buffer, call.offset(), call.size());
    MemorySegment pattern = pattern(call.pattern(), call.patternSize());
    return Commands.give(
        queue.queue().fill(buffer, pattern, call.offset(), call.size(), Commands.waitList(call)),
        queue,
        call.event());
  }

  /** Returns the pattern of a fill. */
  public static MemorySegment pattern(long address, long bytes) {
    checkPointer(address);
    if (Long.bitCount(bytes) != 1 || bytes < 1 || bytes > 128) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a pattern of " + bytes + " bytes");
    }
    return Native.at(address, bytes);
  }

  public static long enqueueReadBufferRect(long a) {
    return transferRect(a, CommandQueue::readRect);
  }

  public static long enqueueWriteBufferRect(long a) {
    return transferRect(a, CommandQueue::writeRect);
  }

  /** A command between a region of a buffer and one of host memory. */
  private interface RectTransfer {
    Event enqueue(
        CommandQueue queue,
        Buffer buffer,
        RectLayout layout,
        MemorySegment host,
        RectLayout hostLayout,
        RectRegion region,
        List<Event> waitList);
  }

  /** Both commands have the same parameters. */
  private static long transferRect(long a, RectTransfer transfer) {
    EnqueueReadBufferRect call = new EnqueueReadBufferRect(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    Buffer buffer = memory(queue, call.buffer()).buffer();
    checkPointer(call.ptr());
    Event event =
        transfer.enqueue(
            queue.queue(),
            buffer,
            layout(call.bufferOrigin(), call.bufferRowPitch(), call.bufferSlicePitch()),
            host(call.ptr()),
            layout(call.hostOrigin(), call.hostRowPitch(), call.hostSlicePitch()),
            region(call.region()),
            Commands.waitList(call));
    return Commands.give(event, queue, call.event(), call.blockingRead() != 0);
  }

  public static long enqueueCopyBufferRect(long a) {
    EnqueueCopyBufferRect call = new EnqueueCopyBufferRect(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    Buffer from = memory(queue, call.srcBuffer()).buffer();
    Buffer to = memory(queue, call.dstBuffer()).buffer();
    Event event =
        queue
            .queue()
            .copyRect(
                from,
                layout(call.srcOrigin(), call.srcRowPitch(), call.srcSlicePitch()),
                to,
                layout(call.dstOrigin(), call.dstRowPitch(), call.dstSlicePitch()),
                region(call.region()),
                Commands.waitList(call));
    return Commands.give(event, queue, call.event());
  }

  public static RectLayout layout(long origin, long rowPitch, long slicePitch) {
    checkPointer(origin);
    long[] at = Native.longs(origin, 3);
    return new RectLayout(at[0], at[1], at[2], rowPitch, slicePitch);
  }

  public static RectRegion region(long address) {
    checkPointer(address);
    long[] size = Native.longs(address, 3);
    return new RectRegion(size[0], size[1], size[2]);
  }

  /** Returns the host's memory from a pointer on, which the program says is large enough. */
  private static MemorySegment host(long pointer) {
    return Native.at(pointer, Long.MAX_VALUE - pointer);
  }

  public static long enqueueMapBuffer(long a) {
    EnqueueMapBuffer call = new EnqueueMapBuffer(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    Buffer buffer = memory(queue, call.buffer()).buffer();
    checkPart(buffer, call.offset(), call.size());
    Mapping mapping =
        queue
            .queue()
            .map(
                buffer,
                MapFlag.of(call.mapFlags()),
                call.offset(),
                call.size(),
                Commands.waitList(call));
    Commands.give(mapping.event(), queue, call.event(), call.blockingMap() != 0);
    return mapping.memory().address();
  }

  public static long enqueueUnmapMemObject(long a) {
    EnqueueUnmapMemObject call = new EnqueueUnmapMemObject(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    MemoryHandle memory = memory(queue, call.memobj());
    return Commands.give(
        queue.queue().unmap(memory.object(), call.mappedPtr(), Commands.waitList(call)),
        queue,
        call.event());
  }

  public static long enqueueMigrateMemObjects(long a) {
    EnqueueMigrateMemObjects call = new EnqueueMigrateMemObjects(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    int count = call.numMemObjects();
    if (count <= 0 || call.memObjects() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no memory objects to migrate");
    }
    List<MemoryHandle> all =
        Handles.list(call.memObjects(), count, MemoryHandle.class, ErrorCode.CL_INVALID_MEM_OBJECT);
    all.forEach(m -> memory(queue, m.address()));
    checkMigration(call.flags());
    return Commands.give(
        queue
            .queue()
            .migrate(all.stream().map(MemoryHandle::object).toList(), Commands.waitList(call)),
        queue,
        call.event());
  }

  /** Checks {@code cl_mem_migration_flags}. */
  public static void checkMigration(long flags) {
    if ((flags & ~(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)) != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "migration flags " + flags);
    }
  }

  /** Returns the memory object of a handle, which is of the queue's context. */
  public static MemoryHandle memory(QueueHandle queue, long address) {
    MemoryHandle memory = Handles.memory(address);
    if (!memory.context().equals(queue.context())) {
      throw new ClException(ErrorCode.CL_INVALID_CONTEXT, "memory of another context");
    }
    return memory;
  }

  public static void checkPointer(long pointer) {
    if (pointer == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no pointer to the host's memory");
    }
  }

  public static void checkPart(Buffer buffer, long offset, long bytes) {
    if (bytes <= 0 || offset < 0 || offset > buffer.byteSize() - bytes) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          Long.toUnsignedString(bytes)
              + " bytes from "
              + Long.toUnsignedString(offset)
              + " on are not within a buffer of "
              + buffer.byteSize());
    }
  }
}

package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Arguments.i;
import static dev.barnacle.icd.internal.abi.Arguments.p;
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
    QueueHandle queue = Handles.queue(p(a, 0));
    Buffer buffer = memory(queue, p(a, 1)).buffer();
    checkPart(buffer, p(a, 3), p(a, 4));
    checkPointer(p(a, 5));
    List<Event> waits = Commands.waitList(a, 6);
    MemorySegment host = Native.at(p(a, 5), p(a, 4));
    Event event = transfer.enqueue(queue.queue(), buffer, p(a, 3), host, waits);
    return Commands.give(event, queue, p(a, 8), i(a, 2) != 0);
  }

  public static long enqueueCopyBuffer(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    Buffer from = memory(queue, p(a, 1)).buffer();
    Buffer to = memory(queue, p(a, 2)).buffer();
    checkPart(from, p(a, 3), p(a, 5));
    checkPart(to, p(a, 4), p(a, 5));
    List<Event> waits = Commands.waitList(a, 6);
    return Commands.give(
        queue.queue().copy(from, p(a, 3), to, p(a, 4), p(a, 5), waits), queue, p(a, 8));
  }

  public static long enqueueFillBuffer(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    Buffer buffer = memory(queue, p(a, 1)).buffer();
    checkPart(buffer, p(a, 4), p(a, 5));
    MemorySegment pattern = pattern(p(a, 2), p(a, 3));
    return Commands.give(
        queue.queue().fill(buffer, pattern, p(a, 4), p(a, 5), Commands.waitList(a, 6)),
        queue,
        p(a, 8));
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
    QueueHandle queue = Handles.queue(p(a, 0));
    Buffer buffer = memory(queue, p(a, 1)).buffer();
    checkPointer(p(a, 10));
    Event event =
        transfer.enqueue(
            queue.queue(),
            buffer,
            layout(p(a, 3), p(a, 6), p(a, 7)),
            host(p(a, 10)),
            layout(p(a, 4), p(a, 8), p(a, 9)),
            region(p(a, 5)),
            Commands.waitList(a, 11));
    return Commands.give(event, queue, p(a, 13), i(a, 2) != 0);
  }

  public static long enqueueCopyBufferRect(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    Buffer from = memory(queue, p(a, 1)).buffer();
    Buffer to = memory(queue, p(a, 2)).buffer();
    Event event =
        queue
            .queue()
            .copyRect(
                from,
                layout(p(a, 3), p(a, 6), p(a, 7)),
                to,
                layout(p(a, 4), p(a, 8), p(a, 9)),
                region(p(a, 5)),
                Commands.waitList(a, 10));
    return Commands.give(event, queue, p(a, 12));
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
    QueueHandle queue = Handles.queue(p(a, 0));
    Buffer buffer = memory(queue, p(a, 1)).buffer();
    checkPart(buffer, p(a, 4), p(a, 5));
    Mapping mapping =
        queue.queue().map(buffer, MapFlag.of(p(a, 3)), p(a, 4), p(a, 5), Commands.waitList(a, 6));
    Commands.give(mapping.event(), queue, p(a, 8), i(a, 2) != 0);
    return mapping.memory().address();
  }

  public static long enqueueUnmapMemObject(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    MemoryHandle memory = memory(queue, p(a, 1));
    return Commands.give(
        queue.queue().unmap(memory.object(), p(a, 2), Commands.waitList(a, 3)), queue, p(a, 5));
  }

  public static long enqueueMigrateMemObjects(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    int count = i(a, 1);
    if (count <= 0 || p(a, 2) == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no memory objects to migrate");
    }
    List<MemoryHandle> all =
        Handles.list(p(a, 2), count, MemoryHandle.class, ErrorCode.CL_INVALID_MEM_OBJECT);
    all.forEach(m -> memory(queue, m.address()));
    checkMigration(p(a, 3));
    return Commands.give(
        queue
            .queue()
            .migrate(all.stream().map(MemoryHandle::object).toList(), Commands.waitList(a, 4)),
        queue,
        p(a, 6));
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

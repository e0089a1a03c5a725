package dev.barnacle.cl;

import dev.barnacle.cl.internal.memory.AccessedRanges;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The commands of a queue for unified shared memory ({@code cl_intel_unified_shared_memory}). Each
 * takes memory from anywhere, as there is one memory: allocations by {@link SvmBlock#region}, and
 * any other of the process. Allocations that they touch are not freed before they have ended.
 */
public final class UsmCommands {
  private final CommandQueue queue;

  UsmCommands(CommandQueue queue) {
    this.queue = queue;
  }

  /**
   * Enqueues a copy ({@code clEnqueueMemcpyINTEL}) of as many bytes as {@code from} has.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if {@code to} has fewer, or an allocation ends
   *     before; {@code CL_MEM_COPY_OVERLAP} if they overlap
   */
  public Event copy(MemorySegment to, MemorySegment from, List<Event> waitList) {
    return queue.submit(
        SvmWork.copy(CommandType.MEMCPY_INTEL, queue.context(), to, from), waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event copy(MemorySegment to, MemorySegment from, Event... waitList) {
    return copy(to, from, List.of(waitList));
  }

  /**
   * Enqueues a filling with a pattern ({@code clEnqueueMemFillINTEL}).
   *
   * @param pattern of 1, 2, 4, 8, 16, 32, 64 or 128 bytes; it is copied now
   * @throws ClException {@code CL_INVALID_VALUE} for another pattern, if the memory's address or
   *     size is no multiple of its size, or if an allocation ends before
   */
  public Event fill(MemorySegment to, MemorySegment pattern, List<Event> waitList) {
    return queue.submit(
        SvmWork.fill(CommandType.MEMFILL_INTEL, queue.context(), to, pattern), waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event fill(MemorySegment to, MemorySegment pattern, Event... waitList) {
    return fill(to, pattern, List.of(waitList));
  }

  /**
   * Enqueues a migration to the queue's device or to the host ({@code clEnqueueMigrateMemINTEL}).
   * There is one memory, so nothing moves.
   */
  public Event migrate(MemorySegment memory, List<Event> waitList) {
    return hint(CommandType.MIGRATEMEM_INTEL, memory, waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event migrate(MemorySegment memory, Event... waitList) {
    return migrate(memory, List.of(waitList));
  }

  /**
   * Enqueues advice on how memory will be used ({@code clEnqueueMemAdviseINTEL}), of which the
   * extension defines none: nothing is done.
   */
  public Event advise(MemorySegment memory, List<Event> waitList) {
    return hint(CommandType.MEMADVISE_INTEL, memory, waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event advise(MemorySegment memory, Event... waitList) {
    return advise(memory, List.of(waitList));
  }

  private Event hint(CommandType type, MemorySegment memory, List<Event> waitList) {
    SvmWork.checkWithin(queue.context(), memory.address(), memory.byteSize());
    return queue.submit(
        type,
        waitList,
        c -> {},
        SvmWork.held(queue.context(), List.of(memory)),
        AccessedRanges.none());
  }
}

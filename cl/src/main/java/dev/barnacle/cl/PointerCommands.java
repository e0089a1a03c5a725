package dev.barnacle.cl;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The commands of a queue that take memory by its address, from anywhere. Blocks and allocations of
 * the context that they touch are not freed before they have ended.
 */
public abstract sealed class PointerCommands permits SvmCommands, UsmCommands {
  final CommandQueue queue;
  private final CommandType copies;
  private final CommandType fills;

  PointerCommands(CommandQueue queue, CommandType copies, CommandType fills) {
    this.queue = queue;
    this.copies = copies;
    this.fills = fills;
  }

  /**
   * Enqueues a copy ({@code clEnqueueSVMMemcpy}, {@code clEnqueueMemcpyINTEL}) of as many bytes as
   * {@code from} has.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if {@code to} has fewer, or a block or an
   *     allocation of the context ends before; {@code CL_MEM_COPY_OVERLAP} if they overlap
   */
  public final Event copy(MemorySegment to, MemorySegment from, List<Event> waitList) {
    return queue.submit(SvmWork.copy(copies, queue.context(), to, from), waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public final Event copy(MemorySegment to, MemorySegment from, Event... waitList) {
    return copy(to, from, List.of(waitList));
  }

  /**
   * Enqueues a filling with a pattern ({@code clEnqueueSVMMemFill}, {@code clEnqueueMemFillINTEL}).
   *
   * @param pattern of 1, 2, 4, 8, 16, 32, 64 or 128 bytes; it is copied now
   * @throws ClException {@code CL_INVALID_VALUE} for another pattern, if the memory's address or
   *     size is no multiple of its size, or if a block or an allocation of the context ends before
   */
  public final Event fill(MemorySegment to, MemorySegment pattern, List<Event> waitList) {
    return queue.submit(SvmWork.fill(fills, queue.context(), to, pattern), waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public final Event fill(MemorySegment to, MemorySegment pattern, Event... waitList) {
    return fill(to, pattern, List.of(waitList));
  }
}

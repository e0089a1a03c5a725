package dev.barnacle.cl;

import dev.barnacle.cl.internal.memory.AccessedRanges;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The commands of a queue for unified shared memory ({@code cl_intel_unified_shared_memory}). Each
 * takes memory from anywhere, as there is one memory: allocations by {@link SvmBlock#region}, and
 * any other of the process. Allocations that they touch are not freed before they have ended.
 */
public final class UsmCommands extends PointerCommands {
  UsmCommands(CommandQueue queue) {
    super(queue, CommandType.MEMCPY_INTEL, CommandType.MEMFILL_INTEL);
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

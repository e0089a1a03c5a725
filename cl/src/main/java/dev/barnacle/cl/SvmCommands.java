package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.AccessedRanges;
import dev.barnacle.watch.command.CommandWatch;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The commands of a queue for shared virtual memory (OpenCL API, "Using shared virtual memory"). As
 * all memory of the process is SVM of the finest kind, each takes memory from anywhere. Blocks of
 * the context that they touch are not freed before they have ended.
 */
public final class SvmCommands extends PointerCommands {
  SvmCommands(CommandQueue queue) {
    super(queue, CommandType.SVM_MEMCPY, CommandType.SVM_MEMFILL);
  }

  /**
   * Enqueues a map ({@code clEnqueueSVMMap}): when it is complete, the host may use the memory,
   * which it must not do with coarse-grained SVM otherwise.
   *
   * @throws ClException {@code CL_INVALID_VALUE} for no memory, for flags that don't go together,
   *     or if a block of the context ends before
   */
  public Event map(Set<MapFlag> flags, MemorySegment memory, List<Event> waitList) {
    MapFlag.check(flags);
    if (memory.byteSize() == 0 || memory.address() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a map of no memory");
    }
    SvmWork.checkWithin(queue.context(), memory.address(), memory.byteSize());
    return queue.submit(
        CommandType.SVM_MAP,
        waitList,
        c -> {},
        SvmWork.held(queue.context(), List.of(memory)),
        AccessedRanges.map(flags, () -> AccessedRanges.Place.in(memory, 0, memory.byteSize())));
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event map(Set<MapFlag> flags, MemorySegment memory, Event... waitList) {
    return map(flags, memory, List.of(waitList));
  }

  /**
   * Enqueues the end of a map ({@code clEnqueueSVMUnmap}).
   *
   * @throws ClException {@code CL_INVALID_VALUE} for the null pointer
   */
  public Event unmap(SvmPointer pointer, List<Event> waitList) {
    if (pointer.address() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "an unmap of a null pointer");
    }
    return queue.submit(
        CommandType.SVM_UNMAP,
        waitList,
        c -> {},
        SvmWork.heldAt(queue.context(), List.of(pointer)),
        AccessedRanges.unmap(pointer.address()));
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event unmap(SvmPointer pointer, Event... waitList) {
    return unmap(pointer, List.of(waitList));
  }

  /** Enqueues a migration of whole blocks; see {@link #migrate(List, List, List)}. */
  public Event migrate(List<SvmPointer> pointers, List<Event> waitList) {
    return migrate(pointers, Collections.nCopies(pointers.size(), 0L), waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event migrate(List<SvmPointer> pointers, Event... waitList) {
    return migrate(pointers, List.of(waitList));
  }

  /**
   * Enqueues a migration ({@code clEnqueueSVMMigrateMem}). There is one memory, so nothing moves.
   *
   * @param byteSizes how much there is to move from each pointer on; 0 for the block that it is in
   * @throws ClException {@code CL_INVALID_VALUE} if there is no pointer, or what it is the
   *     beginning of is not within SVM of the context
   */
  public Event migrate(List<SvmPointer> pointers, List<Long> byteSizes, List<Event> waitList) {
    List<Lifetime> held = SvmWork.heldAt(queue.context(), pointers);
    for (int i = 0; i < pointers.size(); i++) {
      SvmWork.checkWithin(queue.context(), pointers.get(i).address(), byteSizes.get(i));
    }
    if (held.size() < pointers.size() || pointers.isEmpty()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "a migration of what is no SVM of the context");
    }
    return queue.submit(
        CommandType.SVM_MIGRATE_MEM, waitList, c -> {}, held, AccessedRanges.none());
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event migrate(List<SvmPointer> pointers, List<Long> byteSizes, Event... waitList) {
    return migrate(pointers, byteSizes, List.of(waitList));
  }

  /**
   * Enqueues the freeing of blocks ({@code clEnqueueSVMFree}).
   *
   * @param free is called instead with the pointers, by the thread that runs the command; null to
   *     have the blocks freed, where pointers to anything else do nothing
   * @throws ClException {@code CL_INVALID_VALUE} if there is no pointer
   */
  public Event free(
      List<SvmPointer> pointers, @Nullable Consumer<List<SvmPointer>> free, List<Event> waitList) {
    if (pointers.isEmpty()) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no memory to free");
    }
    List<SvmPointer> copy = List.copyOf(pointers);
    return queue.submit(
        CommandType.SVM_FREE,
        waitList,
        c -> {
          if (free != null) {
            queue.context().memory().inTurnOf(c.watched(), () -> free.accept(copy));
          } else {
            copy.forEach(this::free);
          }
        },
        List.of(),
        free != null ? AccessedRanges.none() : freeing(copy));
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event free(
      List<SvmPointer> pointers, @Nullable Consumer<List<SvmPointer>> free, Event... waitList) {
    return free(pointers, free, List.of(waitList));
  }

  private AccessedRanges freeing(List<SvmPointer> pointers) {
    return (watch, node) ->
        pointers.stream()
            .flatMap(p -> queue.context().svmAt(p.address()).stream())
            .forEach(b -> CommandWatch.frees(node, b.address(), b.byteSize()));
  }

  private void free(SvmPointer pointer) {
    queue
        .context()
        .svmAt(pointer.address())
        .filter(b -> b.address() == pointer.address())
        .ifPresent(SvmBlock::closeInTurn);
  }
}

package dev.barnacle.cl;

import dev.barnacle.cl.internal.host.HostSegments;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.AccessedRanges;
import dev.barnacle.cl.internal.memory.FillPattern;
import dev.barnacle.cl.internal.queue.CommandWork;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks the arguments of commands on shared virtual memory that can be both enqueued and recorded.
 */
final class SvmWork {
  private SvmWork() {}

  /** See {@link SvmCommands#copy}. */
  static CommandWork copy(CommandType type, Context context, MemorySegment to, MemorySegment from) {
    long bytes = from.byteSize();
    checkWithin(context, from.isNative() ? from.address() : 0, bytes);
    checkWithin(context, to.isNative() ? to.address() : 0, bytes);
    if (to.byteSize() < bytes) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, bytes + " bytes to memory of " + to.byteSize());
    }
    if (to.isNative() && from.isNative()) {
      HostSegments.checkOverlap(from.address(), to.address(), bytes);
    }
    MemorySegment source = HostSegments.anyThread(from);
    MemorySegment target = HostSegments.anyThread(to);
    return new CommandWork(
        type,
        c -> MemorySegment.copy(source, 0, target, 0, bytes),
        held(context, List.of(to, from)),
        AccessedRanges.copy(
            () -> place(context, source), () -> place(context, target.asSlice(0, bytes))));
  }

  /** See {@link SvmCommands#fill}. */
  static CommandWork fill(
      CommandType type, Context context, MemorySegment to, MemorySegment pattern) {
    checkWithin(context, to.address(), to.byteSize());
    FillPattern copy = FillPattern.of(pattern, to.address(), to.byteSize());
    MemorySegment target = HostSegments.anyThread(to);
    return new CommandWork(
        type,
        c -> copy.fill(target),
        held(context, List.of(to)),
        AccessedRanges.write(() -> place(context, target)));
  }

  /** Throws if memory begins in a block of the context and ends beyond it; sizes are unsigned. */
  static void checkWithin(Context context, long address, long bytes) {
    Optional<SvmBlock> block = context.svmAt(address);
    if (block.isEmpty()) {
      return;
    }
    long rest = block.get().address() + block.get().byteSize() - address;
    if (Long.compareUnsigned(bytes, rest) > 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          Long.toUnsignedString(bytes) + " bytes where shared virtual memory has " + rest);
    }
  }

  /** Memory of the context, or of the program. */
  private static AccessedRanges.Place place(Context context, MemorySegment memory) {
    return context.svmAt(memory.address()).isPresent()
        ? AccessedRanges.Place.in(memory, 0, memory.byteSize())
        : AccessedRanges.Place.host(memory);
  }

  /** Returns the blocks of the context that memory is in. */
  static List<Lifetime> held(Context context, List<MemorySegment> memory) {
    return heldAt(
        context,
        memory.stream()
            .filter(MemorySegment::isNative)
            .map(m -> new SvmPointer(m.address()))
            .toList());
  }

  /** Returns the blocks of the context that pointers point into. */
  static List<Lifetime> heldAt(Context context, List<SvmPointer> pointers) {
    List<Lifetime> held = new ArrayList<>();
    for (SvmPointer pointer : pointers) {
      Optional<SvmBlock> block = context.svmAt(pointer.address());
      block.filter(b -> !b.isClosed()).ifPresent(b -> held.add(b.lifetime()));
    }
    return held;
  }
}

package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WaitEvents;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.run.kernel.KernelFacts;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** Finds what orders the accesses of a kernel, which decides on the race detector. */
public final class Ordering {
  private Ordering() {}

  /**
   * Returns whether something else than work-group barriers orders accesses: sub-group barriers, or
   * atomic operations that synchronise, don't include all others in their scope, or may overlap
   * others of another size; or waits for asynchronous copies.
   *
   * @param yields barriers that are none
   */
  static boolean needsClocks(
      Function kernel, Collection<Instruction> instructions, Set<Instruction> yields) {
    boolean fences = instructions.stream().anyMatch(Fence.class::isInstance);
    for (Instruction instruction : instructions) {
      boolean needs =
          switch (instruction) {
            case WaitEvents _ -> true; // orders the copies, not what work-items do
            case Barrier b -> b.kind() == Barrier.Kind.SUB_GROUP && !yields.contains(b);
            case AtomicLoad i -> synchronizes(i.order(), i.scope(), i.pointer(), fences);
            case AtomicStore i -> synchronizes(i.order(), i.scope(), i.pointer(), fences);
            case AtomicRmw i -> synchronizes(i.order(), i.scope(), i.pointer(), fences);
            case AtomicCompareExchange i ->
                synchronizes(i.order(), i.scope(), i.pointer(), fences)
                    || i.failureOrder() != MemoryOrder.RELAXED;
            default -> false;
          };
      if (needs) {
        return true;
      }
    }
    return AtomicSizes.mayMix(kernel, instructions);
  }

  private static boolean synchronizes(
      MemoryOrder order, MemoryScope scope, Value pointer, boolean fences) {
    MemoryScope enough = isLocal(pointer) ? MemoryScope.WORK_GROUP : MemoryScope.DEVICE;
    return fences || order != MemoryOrder.RELAXED || scope.compareTo(enough) < 0;
  }

  /** Returns whether the one order is stronger than the other one; some are neither. */
  public static boolean isStronger(MemoryOrder one, MemoryOrder other) {
    return one != other
        && one.compareTo(other) > 0
        && (one == MemoryOrder.SEQ_CST
            || one == MemoryOrder.ACQ_REL
            || other == MemoryOrder.RELAXED);
  }

  private static boolean isLocal(Value pointer) {
    return pointer.type() instanceof PointerType type && type.space() == AddressSpace.LOCAL;
  }

  /** Returns how an instruction uses atomics; empty where it does not. */
  public static Optional<KernelFacts.AtomicUse> atomicUse(Instruction instruction) {
    return switch (instruction) {
      case AtomicLoad i -> use(AccessKind.ATOMIC_READ, i.order(), i.scope());
      case AtomicStore i -> use(AccessKind.ATOMIC_WRITE, i.order(), i.scope());
      case AtomicRmw i -> use(AccessKind.ATOMIC_UPDATE, i.order(), i.scope());
      case AtomicCompareExchange i ->
          Optional.of(
              new KernelFacts.AtomicUse(
                  new AtomicAccess(AccessKind.ATOMIC_UPDATE, i.order(), i.scope()),
                  new AtomicAccess(AccessKind.ATOMIC_READ, i.failureOrder(), i.scope())));
      default -> Optional.empty();
    };
  }

  private static Optional<KernelFacts.AtomicUse> use(
      AccessKind kind, MemoryOrder order, MemoryScope scope) {
    AtomicAccess access = new AtomicAccess(kind, order, scope);
    return Optional.of(new KernelFacts.AtomicUse(access, access));
  }
}

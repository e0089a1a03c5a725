package dev.barnacle.explore;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.Types;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of an operation for the memory model (OpenCL architecture, "Memory Consistency
 * Model").
 *
 * @param order its memory order; that of a barrier is ACQ_REL
 * @param failureOrder that of a compare-exchange that fails; else the same as {@code order}
 * @param scope its memory scope
 * @param flags the memories that a fence or a barrier orders; empty for others
 */
public record MemoryStrength(
    MemoryOrder order, MemoryOrder failureOrder, MemoryScope scope, Set<FenceFlag> flags) {
  /** Copies the set. */
  public MemoryStrength {
    flags = Set.copyOf(flags);
  }

  /** Returns that of an instruction, null if it has none. */
  public static @Nullable MemoryStrength of(Instruction i) {
    return switch (i) {
      case AtomicLoad a -> atomic(a.order(), a.scope());
      case AtomicStore a -> atomic(a.order(), a.scope());
      case AtomicRmw a -> atomic(a.order(), a.scope());
      case PipeOperation p when p.op().result().equals(Types.I64) ->
          atomic(MemoryOrder.RELAXED, MemoryScope.DEVICE);
      case AtomicCompareExchange a ->
          new MemoryStrength(a.order(), a.failureOrder(), a.scope(), Set.of());
      case Fence f -> new MemoryStrength(f.order(), f.order(), f.scope(), f.flags());
      case Barrier b ->
          new MemoryStrength(MemoryOrder.ACQ_REL, MemoryOrder.ACQ_REL, b.scope(), b.flags());
      default -> null;
    };
  }

  private static MemoryStrength atomic(MemoryOrder order, MemoryScope scope) {
    return new MemoryStrength(order, order, scope, Set.of());
  }

  /** Returns the same with other orders. */
  public MemoryStrength with(MemoryOrder success, MemoryOrder failure) {
    return new MemoryStrength(success, failure, scope, flags);
  }

  /** Returns the same with another scope. */
  public MemoryStrength with(MemoryScope other) {
    return new MemoryStrength(order, failureOrder, other, flags);
  }

  /** Returns the same for other memories. */
  public MemoryStrength with(Set<FenceFlag> others) {
    return new MemoryStrength(order, failureOrder, scope, others);
  }
}

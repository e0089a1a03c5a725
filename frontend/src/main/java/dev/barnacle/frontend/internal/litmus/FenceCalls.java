package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.Set;

/**
 * Lowers the calls of fences and barriers (C11 7.17.4; OpenCL C, "Synchronization Functions").
 * Where a scope is left out it is memory_scope_device for a fence and memory_scope_work_group for a
 * barrier.
 */
final class FenceCalls {
  private final ExpressionLowering expressions;
  private final ThreadLowering thread;

  FenceCalls(ExpressionLowering expressions, ThreadLowering thread) {
    this.expressions = expressions;
    this.thread = thread;
  }

  /** A consume fence is an acquire fence (C11 7.17.4.1). */
  private static MemoryOrder order(CallArguments arguments) {
    MemoryOrder order = arguments.order(true);
    return order == MemoryOrder.CONSUME ? MemoryOrder.ACQUIRE : order;
  }

  /** C11's fence; it has both regions and the widest scope. */
  void threadFence(CallArguments arguments) {
    MemoryOrder order = order(arguments);
    MemoryScope scope = arguments.scope(MemoryScope.ALL_SVM_DEVICES);
    expressions.access(new Fence(Set.of(FenceFlag.GLOBAL, FenceFlag.LOCAL), order, scope));
  }

  /** OpenCL C's fence. */
  void workItemFence(CallArguments arguments) {
    Set<FenceFlag> flags = arguments.flags();
    MemoryOrder order = order(arguments);
    MemoryScope scope = arguments.scope(MemoryScope.DEVICE);
    expressions.access(new Fence(flags, order, scope));
  }

  /** OpenCL 1.x: orders the work-item's accesses for its work-group. */
  void oldFence(CallArguments arguments) {
    MemoryOrder order =
        switch (arguments.name()) {
          case "read_mem_fence" -> MemoryOrder.ACQUIRE;
          case "write_mem_fence" -> MemoryOrder.RELEASE;
          default -> MemoryOrder.ACQ_REL;
        };
    Set<FenceFlag> flags = arguments.flags();
    MemoryScope scope = arguments.scope(MemoryScope.WORK_GROUP);
    expressions.access(new Fence(flags, order, scope));
  }

  /** A work-group or sub-group barrier. */
  void barrier(CallArguments arguments, Barrier.Kind kind) {
    Set<FenceFlag> flags = arguments.flags();
    MemoryScope scope =
        arguments.scope(
            kind == Barrier.Kind.WORK_GROUP ? MemoryScope.WORK_GROUP : MemoryScope.SUB_GROUP);
    Barrier barrier = new Barrier(kind, flags, scope);
    thread.barriers.put(barrier, thread.barrierName());
    expressions.access(barrier);
  }
}

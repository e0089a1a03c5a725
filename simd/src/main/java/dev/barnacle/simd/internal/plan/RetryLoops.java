package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import java.util.List;

/**
 * Finds loops in which work-items store to local memory at places of their own choice, load it
 * again, and try once more where another's value is there: counters of the time before local atomic
 * operations (V. Podlozhnyuk, "Histogram calculation in CUDA", 2007). Work-items one by one never
 * have to try again; lanes do as often as most of them meet at one place.
 */
final class RetryLoops {
  private RetryLoops() {}

  /** Returns whether a kernel has such a loop. */
  static boolean areIn(Function kernel, LaneShapes shapes) {
    ControlFlow flow = new ControlFlow(kernel);
    return new Loops(new Dominators(flow)).all().stream().anyMatch(loop -> isRetry(loop, shapes));
  }

  private static boolean isRetry(Loops.Loop loop, LaneShapes shapes) {
    List<Instruction> all = loop.blocks().stream().flatMap(b -> b.instructions().stream()).toList();
    return loop.exits().stream()
        .map(edge -> edge.from().terminator())
        .anyMatch(
            end ->
                end instanceof ConditionalBranch branch
                    && branch.condition() instanceof Compare compare
                    && (isReread(compare.operand(0), compare.operand(1), all, shapes)
                        || isReread(compare.operand(1), compare.operand(0), all, shapes)));
  }

  /** Returns whether {@code again} is loaded from where the loop stores {@code value}. */
  private static boolean isReread(
      Value again, Value value, List<Instruction> all, LaneShapes shapes) {
    return again instanceof Load load
        && load.isVolatile()
        && load.pointer().type() instanceof PointerType type
        && type.space() == AddressSpace.LOCAL
        && shapes.of(load.pointer()).isVarying()
        && all.stream()
            .anyMatch(
                i ->
                    i instanceof Store store
                        && store.value().equals(value)
                        && store.pointer().equals(load.pointer()));
  }
}

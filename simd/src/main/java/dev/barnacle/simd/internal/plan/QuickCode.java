package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.ir.analysis.ControlFlow;

/**
 * When a kernel may begin with code for which LLVM does little. It is exchanged for better code
 * while launches run, so nobody may be able to tell them apart; and a launch must not be stuck in
 * it for long, which the exchange between two work-groups prevents.
 */
public enum QuickCode {
  /** Its results depend on what LLVM makes of fast arithmetic. */
  NEVER,

  /** A work-group may take any time. */
  MANY_GROUPS,

  /** A work-group ends soon: nothing in it is done again and again. */
  ALWAYS;

  /** From so many on, a launch is in better code before many of them have run. */
  private static final long MANY = 8;

  /** Looks at a kernel and all that it calls. */
  static QuickCode of(Function kernel) {
    QuickCode found = ALWAYS;
    for (Function function : CallGraph.reached(kernel)) {
      if (!function.blocks().stream()
          .flatMap(b -> b.instructions().stream())
          .allMatch(i -> GenericTier.fastMath(i).isEmpty())) {
        return NEVER;
      }
      found = hasLoops(function) ? MANY_GROUPS : found;
    }
    return found;
  }

  private static boolean hasLoops(Function function) {
    ControlFlow flow = new ControlFlow(function);
    for (Block block : flow.reversePostOrder()) {
      for (Block target : flow.successors(block)) {
        if (flow.orderOf(target) <= flow.orderOf(block)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether launches over a range may begin so. */
  public boolean isFor(NdRange range) {
    return this == ALWAYS || (this == MANY_GROUPS && range.groupCount() >= MANY);
  }
}

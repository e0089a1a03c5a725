package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.ir.analysis.ControlFlow;

/**
 * Decides when a kernel may begin with code for which LLVM does little. That code is exchanged for
 * better code while launches run, so nobody may be able to tell them apart. And a launch must not
 * be stuck in it for long, which the exchange between two work-groups prevents.
 *
 * @param kind what the kernel is like
 * @param instructions how many it has, with all that it calls
 */
public record QuickCode(Kind kind, int instructions) {
  /** From so many work-groups on, a launch is in better code before many of them have run. */
  private static final long MANY_GROUPS = 8;

  /** From so many on, LLVM takes a second and more to do all that it can. */
  private static final int LARGE = 8000;

  /** Up to so many, code is so soon there that some short launches are worth it. */
  private static final int SMALL = 2000;

  /** About what LLVM takes for an instruction to do all that it can, in nanoseconds. */
  private static final double NANOS_EACH = 200_000;

  /** The addition to that for the square of their number. */
  private static final double NANOS_EACH_OTHER = 15;

  /** A kernel's own time pays for compiling, as there may be as much to come, from this part on. */
  private static final double PART = 1.0 / 16;

  private static final long LEAST_NANOS = 5_000_000;

  /** The kinds of kernels. */
  public enum Kind {
    /** Its results depend on what LLVM makes of fast arithmetic. */
    FAST_MATH,

    /** A work-group may take any time. */
    LOOPS,

    /** A work-group ends soon: nothing in it is done again and again. */
    STRAIGHT
  }

  /** Looks at a kernel and all that it calls. */
  static QuickCode of(Function kernel) {
    Kind kind = Kind.STRAIGHT;
    int instructions = 0;
    for (Function function : CallGraph.reached(kernel)) {
      for (Block block : function.blocks()) {
        instructions += block.instructions().size();
        if (!block.instructions().stream().allMatch(i -> GenericTier.fastMath(i).isEmpty())) {
          kind = Kind.FAST_MATH;
        }
      }
      kind = kind == Kind.STRAIGHT && hasLoops(function) ? Kind.LOOPS : kind;
    }
    return new QuickCode(kind, instructions);
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
    return switch (kind) {
      case FAST_MATH -> false;
      case LOOPS -> range.groupCount() >= MANY_GROUPS || instructions >= LARGE;
      case STRAIGHT -> true;
    };
  }

  /** Returns the nanoseconds in launches after which better code is worth its time. */
  public long paysAfterNanos() {
    double n = instructions;
    return Math.max(LEAST_NANOS, (long) (PART * n * (NANOS_EACH + NANOS_EACH_OTHER * n)));
  }

  /** Returns whether it is also worth it after some launches, however short. */
  public boolean isSoonBetter() {
    return instructions <= SMALL;
  }
}

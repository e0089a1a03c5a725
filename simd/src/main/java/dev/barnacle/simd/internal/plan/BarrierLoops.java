package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.InsertYields;
import dev.barnacle.simd.internal.analysis.LocalSizes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Unrolls loops around barriers of the work-group whose distances double or halve, as trees of
 * reductions and scans have them, where the launch's sizes tell how often they turn: in each
 * iteration it is a constant then which work-items take part, and how far apart their accesses are.
 * Regions of barriers get loops over work-items of their own, of which LLVM knows the bounds.
 *
 * <p>What work-items compute, and in which order, stays.
 *
 * @param kernel the kernel, or a copy with unrolled loops
 * @param unrolled what was unrolled
 */
record BarrierLoops(Function kernel, List<Unrolled> unrolled) {
  /** The most turns of a loop: of a tree over the largest work-group. */
  private static final int MOST_TURNS = 16;

  /** The instructions that a loop may become. */
  private static final int MOST_INSTRUCTIONS = 600;

  /** The barriers that a kernel may have in the end, each of which begins a region. */
  private static final int MOST_BARRIERS = 40;

  /** Loops that are unrolled one after the other, outer ones first. */
  private static final int MOST_LOOPS = 16;

  /**
   * A loop that was unrolled.
   *
   * @param first an instruction of its header
   * @param turns how often it turned
   */
  record Unrolled(Instruction first, int turns) {}

  BarrierLoops {
    unrolled = List.copyOf(unrolled);
  }

  /** Unrolls what is worth it in a prepared kernel, which stays as it is. */
  static BarrierLoops of(Function kernel, Specialization launch) {
    List<Unrolled> done = new ArrayList<>();
    Function now = kernel;
    if (barriers(kernel.blocks()) > 0 && !InsertYields.areIn(kernel)) {
      LocalSizes sizes = new LocalSizes(launch);
      for (Function next = one(now, sizes, done);
          next != null && done.size() < MOST_LOOPS;
          next = one(now, sizes, done)) {
        now = next;
      }
    }
    return new BarrierLoops(now, done);
  }

  /** Returns a copy with one more loop unrolled; null if there is none. */
  private static @Nullable Function one(Function kernel, LocalSizes sizes, List<Unrolled> done) {
    ControlFlow flow = new ControlFlow(kernel);
    Loops loops = new Loops(new Dominators(flow));
    if (!loops.isReducible()) {
      return null;
    }
    int all = barriers(kernel.blocks());
    for (Loops.Loop loop : loops.all()) {
      int own = barriers(loop.blocks());
      if (own > 0 && loop.blocks().stream().noneMatch(BarrierLoops::hasMemory)) {
        LoopUnrolling unrolling = new LoopUnrolling(flow, loop, sizes);
        if (unrolling.find(MOST_TURNS + 1, MOST_INSTRUCTIONS)
            && unrolling.hasUnevenSteps()
            && all + own * (unrolling.turns() - 1) <= MOST_BARRIERS) {
          done.add(new Unrolled(loop.header().terminator(), unrolling.turns()));
          return unrolling.result();
        }
      }
    }
    return null;
  }

  private static boolean hasMemory(Block block) {
    return block.instructions().stream().anyMatch(Alloca.class::isInstance);
  }

  private static int barriers(Iterable<Block> blocks) {
    int count = 0;
    for (Block block : blocks) {
      for (Instruction instruction : block.instructions()) {
        count += instruction instanceof Barrier b && b.kind() == Barrier.Kind.WORK_GROUP ? 1 : 0;
      }
    }
    return count;
  }
}

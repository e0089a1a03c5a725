package dev.barnacle.simd.internal;

import dev.barnacle.ir.pass.CloseLoops;
import dev.barnacle.ir.pass.CopyStructArguments;
import dev.barnacle.ir.pass.DeadCodeElimination;
import dev.barnacle.ir.pass.ExpandPrivateCopies;
import dev.barnacle.ir.pass.FoldElements;
import dev.barnacle.ir.pass.InlineCalls;
import dev.barnacle.ir.pass.InlineCallsWithBarriers;
import dev.barnacle.ir.pass.LowerGroupOperations;
import dev.barnacle.ir.pass.MakeReducible;
import dev.barnacle.ir.pass.NarrowArithmetic;
import dev.barnacle.ir.pass.Pipeline;
import dev.barnacle.ir.pass.PromoteVariables;
import dev.barnacle.ir.pass.RemoveUnreachableBlocks;
import dev.barnacle.ir.pass.ReuseValues;
import dev.barnacle.ir.pass.SplitVectorAccesses;
import dev.barnacle.ir.pass.StoreComponents;
import dev.barnacle.ir.pass.ThreadJumps;
import dev.barnacle.ir.pass.WaitsToBarriers;
import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.analysis.InsertYields;
import java.util.List;

/** The passes of this engine over a program before it emits code, in order. */
public final class SimdPasses {
  /**
   * The instructions that a function may grow to by inlining; calls that are left run lane by lane.
   */
  private static final int INLINE_LIMIT = 8000;

  private SimdPasses() {}

  /** Returns the passes. */
  public static Pipeline pipeline() {
    return new Pipeline(
        List.of(
            new RemoveUnreachableBlocks(),
            new WaitsToBarriers(),
            new InlineCallsWithBarriers(InsertYields::mayWait),
            new InlineCalls(INLINE_LIMIT),
            new LowerGroupOperations((int) SimdLimits.MAX_GROUP_SIZE),
            new CopyStructArguments(),
            new ExpandPrivateCopies(),
            new RemoveUnreachableBlocks(),
            new SplitVectorAccesses(),
            new PromoteVariables(),
            new StoreComponents(),
            new ThreadJumps(),
            new RemoveUnreachableBlocks(),
            new MakeReducible(),
            new FoldElements(),
            new NarrowArithmetic(),
            new ReuseValues(),
            new DeadCodeElimination(),
            new CloseLoops(),
            new InsertYields()));
  }
}

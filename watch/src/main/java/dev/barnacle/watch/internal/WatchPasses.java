package dev.barnacle.watch.internal;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.pass.CopyStructArguments;
import dev.barnacle.ir.pass.InlineCallsWithBarriers;
import dev.barnacle.ir.pass.Pipeline;
import dev.barnacle.ir.pass.RemoveUnreachableBlocks;
import dev.barnacle.ir.pass.WaitsToBarriers;
import java.util.List;

/** The passes of this engine over a program before it makes code, in order. */
public final class WatchPasses {
  /** Work-items of a work-group at most. */
  public static final int MAX_GROUP_SIZE = 4096;

  private WatchPasses() {}

  /** Returns the passes. */
  public static Pipeline pipeline() {
    return new Pipeline(
        List.of(
            new RemoveUnreachableBlocks(),
            new WaitsToBarriers(true),
            new InlineCallsWithBarriers(WatchPasses::mayWait),
            new CopyStructArguments(),
            new RemoveUnreachableBlocks()));
  }

  /**
   * Returns whether work-items may wait for each other in it, so that they must be able to stop
   * there.
   */
  private static boolean mayWait(Function function) {
    // A kernel gets marks of its own, so another one that calls it needs a copy.
    return function.isKernel() || waits(function);
  }

  private static boolean waits(Function function) {
    return function.blocks().size() > 1
        && function.instructions().stream()
            .anyMatch(
                i ->
                    i instanceof AtomicLoad
                        || i instanceof AtomicRmw
                        || i instanceof AtomicCompareExchange
                        || (i instanceof Load load && load.isVolatile()));
  }
}

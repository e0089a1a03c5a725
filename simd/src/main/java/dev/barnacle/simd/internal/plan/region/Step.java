package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.analysis.Piece;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step of a region's code, under the mask of the lanes that run it. */
public sealed interface Step {
  /**
   * A piece of a block, without a jump in it.
   *
   * @param node the piece in the region's graph
   * @param operations its instructions in order, without phis, allocas and the terminator
   */
  record PieceStep(Block node, Piece piece, Entry entry, List<Operation> operations, End end)
      implements Step {
    /** Makes a copy of the list. */
    public PieceStep {
      operations = List.copyOf(operations);
    }
  }

  /**
   * A loop.
   *
   * @param node the piece at its head, in the region's graph
   * @param header that piece
   * @param uneven it runs until no lane is left in it; else all lanes leave it together
   * @param inner the lanes that run an iteration
   * @param body an iteration; its first step is the header
   * @param allOn the form that runs until the first lane leaves; null if there is none
   */
  record LoopStep(
      Loops.Loop loop,
      Block node,
      Piece header,
      Entry entry,
      boolean uneven,
      LaneMask inner,
      Level body,
      @Nullable AllOnForm allOn)
      implements Step {}

  /**
   * A loop's form for when all lanes run it (ispc's "all on").
   *
   * @param stays the piece that follows the header where all lanes stay
   */
  record AllOnForm(Piece stays, Level body) {}

  /**
   * All that is left of a region, twice: for when all lanes run what comes first, and else. Nothing
   * follows it.
   *
   * @param first the node that comes first
   * @param piece that node's piece
   * @param entry the way into it
   */
  record ForkStep(Block first, Piece piece, Entry entry, List<Step> all, List<Step> some)
      implements Step {
    /** Makes copies of the lists. */
    public ForkStep {
      all = List.copyOf(all);
      some = List.copyOf(some);
    }
  }
}

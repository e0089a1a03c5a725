package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.analysis.Piece;

/**
 * Finds the pieces that cost no more under an empty mask than a jump over them: a few instructions
 * without any effect, after which nothing depends on whether a lane came.
 *
 * <p>A jump over code that no lane runs is a branch on superword condition code, BOSCC (J. Shin,
 * "Introducing Control Flow into Vectorized Code", PACT 2007); this is the heuristic that leaves it
 * out.
 */
public final class BosccHeuristic {
  private static final int MAX_COST = 12;

  private final RegionGraph graph;
  private final LaneShapes shapes;

  public BosccHeuristic(RegionGraph graph, LaneShapes shapes) {
    this.graph = graph;
    this.shapes = shapes;
  }

  public boolean contains(Block node) {
    Piece piece = graph.piece(node);
    if (piece.cut() != null
        || piece.block().terminator() instanceof Return
        || leavesEvenLoop(node)) {
      return false;
    }
    int cost = 0;
    for (Instruction instruction : piece.instructions()) {
      if (!(instruction instanceof Terminator || instruction instanceof Phi)) {
        if (!isPure(instruction)) {
          return false;
        }
        cost += instruction.type().lanes();
      }
    }
    return cost <= MAX_COST && piece.block().successors().stream().allMatch(this::hasVectorPhis);
  }

  /** All lanes leave such a loop together, by a jump. */
  private boolean leavesEvenLoop(Block node) {
    return graph.loopsAround(node).stream()
        .anyMatch(
            loop ->
                !graph.isUneven(loop)
                    && graph.flow().successors(node).stream().anyMatch(s -> !loop.contains(s)));
  }

  /**
   * Returns whether all phis of a block vary: a value for a phi of one value for all lanes would
   * count even if no lane came.
   */
  private boolean hasVectorPhis(Block target) {
    return target.phis().stream().allMatch(phi -> shapes.of(phi).isVarying());
  }

  private static boolean isPure(Instruction instruction) {
    return switch (instruction) {
      case Binary binary ->
          switch (binary.op()) {
            case UDIV, SDIV, UREM, SREM, FDIV, FREM -> false;
            default -> true;
          };
      case Cast cast -> cast.type().lanes() == cast.operand(0).type().lanes();
      case Intrinsic intrinsic ->
          switch (intrinsic.op()) {
            case FABS, FMIN, FMAX, MINIMUM, MAXIMUM, FMA, FMULADD, COPYSIGN -> true;
            case ABS, SMIN, SMAX, UMIN, UMAX, FSHL, FSHR -> true;
            default -> false;
          };
      case Unary _, Compare _, Select _, PointerAdd _ -> true;
      default -> false;
    };
  }
}

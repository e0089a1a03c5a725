package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.plan.region.Operation;
import dev.barnacle.simd.internal.plan.region.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Estimates the vector registers that an iteration of a loop needs at a time. */
final class LoopRegisters {
  /** Registers of values on their way from one operation to the next, about. */
  private static final int MOST_PASSING = 4;

  private LoopRegisters() {}

  /**
   * Returns how many registers a loop needs.
   *
   * @param pieces of the loop, in order
   * @param ofVector the registers that a vector of words fills
   */
  static double needed(
      LaneShapes shapes,
      Step.LoopStep loop,
      List<Step.PieceStep> pieces,
      OperationCosts costs,
      double ofVector) {
    Set<Value> inside = new HashSet<>();
    pieces.forEach(p -> addComputed(p, inside));
    Set<Value> staying = new HashSet<>();
    double passing = 0;
    for (Step.PieceStep piece : pieces) {
      if (piece.piece().isFirst()) {
        for (Phi phi : piece.piece().block().phis()) {
          if (isHeader(loop, piece.piece().block())) {
            staying.add(phi);
          }
        }
      }
      for (Operation operation : piece.operations()) {
        Instruction i = operation.instruction();
        passing +=
            isVarying(shapes, i) && !(i instanceof AtomicRmw) ? costs.registers(i.type()) : 0;
        i.operands().stream()
            .filter(o -> o instanceof Instruction && !inside.contains(o))
            .forEach(staying::add);
      }
    }
    double kept =
        staying.stream()
            .filter(v -> isVarying(shapes, v))
            .mapToDouble(v -> costs.registers(v.type()))
            .sum();
    return kept + Math.min(MOST_PASSING * ofVector, passing);
  }

  private static boolean isHeader(Step.LoopStep loop, Block block) {
    return loop.header().block().equals(block);
  }

  private static boolean isVarying(LaneShapes shapes, Value value) {
    return shapes.of(value).isVarying();
  }

  private static void addComputed(Step.PieceStep piece, Set<Value> inside) {
    inside.addAll(piece.piece().block().phis());
    piece.operations().forEach(o -> inside.add(o.instruction()));
  }
}

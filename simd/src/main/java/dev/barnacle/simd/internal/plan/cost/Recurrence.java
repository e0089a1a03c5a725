package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.plan.region.End;
import dev.barnacle.simd.internal.plan.region.Form;
import dev.barnacle.simd.internal.plan.region.MemoryForm;
import dev.barnacle.simd.internal.plan.region.Operation;
import dev.barnacle.simd.internal.plan.region.PlannedEdge;
import dev.barnacle.simd.internal.plan.region.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The recurrences of a loop: chains of operations by which an iteration waits for the one before
 * it. The longest is the least time of an iteration (Rau, "Iterative Modulo Scheduling", MICRO
 * 1994: the recurrence-constrained minimum initiation interval).
 */
final class Recurrence {
  /** Of what no iteration before has a part in. */
  private static final double AT_ONCE = Double.NEGATIVE_INFINITY;

  /** The cycles from a mask to what goes by it. */
  private static final double BLEND = 1;

  private final LaneShapes shapes;
  private final Step.LoopStep loop;
  private final List<Step.PieceStep> pieces;
  private final Function<Operation, OperationCost> costs;
  private final double mask;

  /** The cycles until each value of an iteration is there, and what private memory holds. */
  private final Map<Value, Double> depths = new HashMap<>();

  private final Map<Block, Double> masks = new HashMap<>();
  private final Map<Alloca, Double> arrays = new HashMap<>();

  /**
   * Looks at a loop without loops inside.
   *
   * @param mask the cycles from a comparison to the iteration that goes by it
   */
  Recurrence(
      LaneShapes shapes,
      Step.LoopStep loop,
      List<Step.PieceStep> pieces,
      Function<Operation, OperationCost> costs,
      double mask) {
    this.shapes = shapes;
    this.loop = loop;
    this.pieces = pieces;
    this.costs = costs;
    this.mask = mask;
  }

  /** Returns the cycles that an iteration has to wait for the one before. */
  double cycles() {
    double longest = mask;
    for (Phi phi : loop.header().block().phis()) {
      if (shapes.of(phi).isVarying()) {
        follow(phi);
        for (Step.PieceStep piece : pieces) {
          if (phi.predecessors().contains(piece.piece().block())) {
            longest = Math.max(longest, depthOf(phi.incoming(piece.piece().block())));
          }
        }
      }
    }
    follow(null);
    return Math.max(longest, arrays.values().stream().mapToDouble(d -> d).max().orElse(0));
  }

  /** Finds when values are there that come from a phi; without one from private memory. */
  private void follow(@Nullable Phi source) {
    depths.clear();
    masks.clear();
    arrays.clear();
    if (source == null) {
      pieces.forEach(this::noteStores);
    }
    for (Step.PieceStep piece : pieces) {
      Block block = piece.piece().block();
      double ran = masks.getOrDefault(block, AT_ONCE);
      if (piece.piece().isFirst()) {
        for (Phi phi : block.phis()) {
          depths.put(phi, phi.equals(source) ? 0 : depth(phi, ran));
        }
      }
      for (Operation operation : piece.operations()) {
        depths.put(operation.instruction(), depth(operation, ran));
      }
      leave(piece, ran);
    }
  }

  private void noteStores(Step.PieceStep piece) {
    for (Operation operation : piece.operations()) {
      if (operation.instruction() instanceof Store store) {
        arrays(store.pointer()).forEach(array -> arrays.put(array, 0.0));
      }
    }
  }

  private Set<Alloca> arrays(Value pointer) {
    return shapes.arrays().arrays(pointer);
  }

  /** Hands the mask of a piece on. */
  private void leave(Step.PieceStep piece, double ran) {
    if (piece.end() instanceof End.Edges edges) {
      double known = ran;
      if (edges.edges().size() > 1) {
        Value condition = piece.piece().block().terminator().operand(0);
        if (!shapes.isUniform(condition)) {
          known = Math.max(known, depthOf(condition));
        }
      }
      for (PlannedEdge edge : edges.edges()) {
        if (!edge.target().equals(loop.header().block())) {
          masks.merge(edge.target(), known, Math::max);
        }
      }
    }
  }

  private double depthOf(Value value) {
    return depths.getOrDefault(value, AT_ONCE);
  }

  private double before(Instruction instruction) {
    return instruction.operands().stream().mapToDouble(this::depthOf).max().orElse(AT_ONCE);
  }

  /** Lanes that came another way keep what they had. */
  private double depth(Phi phi, double ran) {
    boolean first = loop.header().block().phis().contains(phi);
    return first || !shapes.of(phi).isVarying() ? AT_ONCE : Math.max(before(phi), ran + BLEND);
  }

  private double depth(Operation operation, double ran) {
    OperationCost cost = costs.apply(operation);
    Instruction instruction = operation.instruction();
    if (!cost.vector() && !shapes.of(instruction).isVarying()) {
      return AT_ONCE;
    }
    double before = before(instruction);
    return switch (instruction) {
      case Load load ->
          loaded(load, isMasked(operation.form()) ? Math.max(before, ran) : before, cost);
      case Store store -> stored(store, before);
      default -> before + cost.latency();
    };
  }

  /** Returns whether a load waits for the mask of its lanes. */
  private static boolean isMasked(Form form) {
    return form instanceof MemoryForm.Spread || form instanceof MemoryForm.RunTimeContiguous;
  }

  private double loaded(Load load, double before, OperationCost cost) {
    Set<Alloca> here = arrays(load.pointer());
    if (here.isEmpty() || cost.spread()) {
      return before + cost.latency();
    }
    // Such arrays end in registers, most of them.
    return here.stream().mapToDouble(a -> arrays.getOrDefault(a, AT_ONCE)).max().orElse(0);
  }

  private double stored(Store store, double before) {
    for (Alloca array : arrays(store.pointer())) {
      arrays.merge(array, before, Math::max);
    }
    return before;
  }
}

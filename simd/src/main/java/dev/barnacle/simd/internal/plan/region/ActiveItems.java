package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.RegionGraph;
import dev.barnacle.simd.internal.analysis.WorkItemState;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the work-items that do anything between two barriers, where a kernel asks for that: {@code
 * if (get_local_id(0) < 8)}. Vectors of others need not be visited, as in the last stages of a tree
 * reduction.
 */
final class ActiveItems {
  /** All of them. */
  static final int ALL = 0;

  private static final int WIDE = 32;

  private final RegionGraph graph;
  private final BarrierRegions.Region region;
  private final WorkItemState state;

  ActiveItems(RegionGraph graph, BarrierRegions.Region region, WorkItemState state) {
    this.graph = graph;
    this.region = region;
    this.state = state;
  }

  /**
   * Returns n where only work-items whose local id in dimension 0 is below n do anything that
   * others see, or that they need later; {@link #ALL} where that is not so.
   */
  int count() {
    return state.yields() == null && !region.isOfSome() && endsAtOnePlace() && keepsNothing()
        ? from(graph.flow().function().entry())
        : ALL;
  }

  /** Returns whether all come to one barrier of the work-group, or all return. */
  private boolean endsAtOnePlace() {
    Set<Instruction> cuts = new HashSet<>();
    boolean returns = false;
    for (Piece piece : region.pieces()) {
      if (piece.cut() != null) {
        cuts.add(piece.cut());
      } else {
        returns |= piece.block().terminator() instanceof Return;
      }
    }
    return cuts.isEmpty()
        || (!returns
            && cuts.size() == 1
            && cuts.iterator().next() instanceof Barrier barrier
            && barrier.kind() == Barrier.Kind.WORK_GROUP);
  }

  /** Returns whether nothing that is computed here is kept for later. */
  private boolean keepsNothing() {
    return region.pieces().stream()
        .flatMap(p -> p.instructions().stream())
        .noneMatch(i -> state.isAcross(i) && !state.rematerialization().covers(i));
  }

  private int from(Block node) {
    Block at = node;
    Set<Block> seen = new HashSet<>();
    while (seen.add(at)) {
      Piece piece = graph.piece(at);
      if (piece.cut() != null || !isSilent(piece)) {
        return ALL;
      }
      switch (piece.block().terminator()) {
        case Branch branch -> at = graph.node(branch.target());
        case ConditionalBranch branch -> {
          return of(branch);
        }
        default -> {
          return ALL;
        }
      }
    }
    return ALL;
  }

  private int of(ConditionalBranch branch) {
    if (!(branch.condition() instanceof Compare test)
        || !isLocalId(test.operand(0))
        || !(test.operand(1) instanceof IntConstant bound)) {
      return ALL;
    }
    if (doesNothing(graph.node(branch.successors().get(1)))) {
      return below(test.predicate(), bound.value());
    }
    if (doesNothing(graph.node(branch.successors().get(0)))) {
      Compare.Predicate other = opposite(test.predicate());
      return other == null ? ALL : below(other, bound.value());
    }
    return ALL;
  }

  private static int below(Compare.Predicate predicate, long bound) {
    long count =
        switch (predicate) {
          case ULT, SLT -> bound;
          case ULE, SLE, EQ -> bound + 1;
          default -> ALL;
        };
    return count > 0 && count <= Integer.MAX_VALUE ? (int) count : ALL;
  }

  private static Compare.@Nullable Predicate opposite(Compare.Predicate predicate) {
    return switch (predicate) {
      case UGE -> Compare.Predicate.ULT;
      case SGE -> Compare.Predicate.SLT;
      case UGT -> Compare.Predicate.ULE;
      case SGT -> Compare.Predicate.SLE;
      case NE -> Compare.Predicate.EQ;
      default -> null;
    };
  }

  private static boolean isLocalId(Value value) {
    return switch (value) {
      case Cast cast ->
          cast.type().scalar().byteSize() * Byte.SIZE >= WIDE && isLocalId(cast.operand(0));
      case WorkItemQuery query ->
          query.kind() == WorkItemQuery.Kind.LOCAL_ID
              && query.operand(0) instanceof IntConstant dimension
              && dimension.value() == 0;
      default -> false;
    };
  }

  /**
   * Returns whether work-items that come here go on to the barrier or return, and do nothing else.
   */
  private boolean doesNothing(Block node) {
    Block at = node;
    Set<Block> seen = new HashSet<>();
    while (seen.add(at)) {
      Piece piece = graph.piece(at);
      if (!isSilent(piece)) {
        return false;
      }
      if (piece.cut() != null || piece.block().terminator() instanceof Return) {
        return true;
      }
      if (!(piece.block().terminator() instanceof Branch branch)) {
        return false;
      }
      at = graph.node(branch.target());
    }
    return false;
  }

  private static boolean isSilent(Piece piece) {
    return piece.instructions().stream()
        .allMatch(
            i ->
                switch (i) {
                  case Load load -> !load.isVolatile();
                  case Binary _, Unary _, Cast _, Compare _, Select _, Phi _, PointerAdd _ -> true;
                  case WorkItemQuery _, Intrinsic _ -> true;
                  case Branch _, ConditionalBranch _, Return _ -> true;
                  case ExtractElement _, InsertElement _, Shuffle _ -> true;
                  default -> false;
                });
  }
}

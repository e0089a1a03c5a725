package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.analysis.Piece;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides where code gets a second version without masks, for when all lanes run it: behind tests
 * of ids against bounds, which all lanes of most vectors pass, and in loops that count up to a
 * bound.
 *
 * <p>ispc calls this form "all on" (M. Pharr and W. R. Mark, "ispc: A SPMD Compiler for
 * High-Performance CPU Programming", InPar 2012); there the programmer asks for it ({@code cif},
 * {@code cfor}).
 */
public final class AllOnVersions {
  private static final int MAX_STEPS = 40;
  private static final int MAX_NESTED = 4;

  /** The number of instructions that a region may grow by. */
  private static final int MAX_COPIED = 500;

  private static final int LOOP_WEIGHT = 8;

  private final RegionGraph graph;
  private final LaneShapes shapes;
  private final Set<Block> forks = new HashSet<>();
  private int copied;

  public AllOnVersions(RegionGraph graph, LaneShapes shapes) {
    this.graph = graph;
    this.shapes = shapes;
    List<Block> scope = graph.flow().reversePostOrder();
    for (int n = 0; n < MAX_NESTED; n++) {
      Block fork = fork(scope);
      if (fork == null) {
        break;
      }
      forks.add(fork);
      scope = below(fork);
      scope.remove(fork);
    }
  }

  /** Returns whether a node outside of loops, and all behind it, has a form for all lanes. */
  public boolean forksAt(Block node) {
    return forks.contains(node);
  }

  private List<Block> below(Block node) {
    return new ArrayList<>(
        graph.flow().reversePostOrder().stream().filter(b -> graph.dominates(node, b)).toList());
  }

  /** Returns the last node that most of the work is behind, and whose lanes pass such a test. */
  private @Nullable Block fork(List<Block> scope) {
    int whole = weight(scope);
    Block best = null;
    int most = 0;
    for (Block node : scope) {
      if (graph.loopOf(node) == null
          && !node.equals(graph.flow().function().entry())
          && graph.sameMask(node, null) == null
          && isBehindBoundTest(node)) {
        List<Block> below = below(node);
        int weight = weight(below);
        if (2 * weight > whole && 5 * weight > 4 * most && touchesMemory(below) && fits(below)) {
          best = node;
          most = Math.max(most, weight);
        }
      }
    }
    if (best != null) {
      copied += size(below(best));
    }
    return best;
  }

  private boolean fits(List<Block> blocks) {
    return copied + size(blocks) <= MAX_COPIED;
  }

  private int size(List<Block> blocks) {
    return blocks.stream().mapToInt(b -> graph.piece(b).instructions().size()).sum();
  }

  private int weight(List<Block> blocks) {
    int sum = 0;
    for (Block block : blocks) {
      int weight = graph.piece(block).instructions().size();
      for (int depth = graph.loopsAround(block).size(); depth > 0; depth--) {
        weight *= LOOP_WEIGHT;
      }
      sum += weight;
    }
    return sum;
  }

  private boolean touchesMemory(List<Block> blocks) {
    return blocks.stream()
        .flatMap(b -> graph.piece(b).instructions().stream())
        .anyMatch(i -> i instanceof Load || i instanceof Store || i instanceof AtomicRmw);
  }

  private boolean isBehindBoundTest(Block node) {
    Block above = graph.immediateDominator(node);
    while (above != null
        && (graph.flow().successors(above).size() < 2
            || shapes.isUniform(above.terminator().operand(0)))) {
      above = graph.immediateDominator(above);
    }
    return above != null && isArithmetic(above.terminator().operand(0), new HashSet<>());
  }

  /**
   * Returns where an uneven loop goes on whose first block is a test like that and nothing else
   * that could not be done again; null if it is not such a loop. Its body has a form for all lanes
   * then, and starts over in the other one when some lane leaves.
   */
  public @Nullable Block staysAt(Loops.Loop loop) {
    Block header = loop.header();
    Piece piece = graph.piece(header);
    if (piece.cut() != null
        || !(piece.block().terminator() instanceof ConditionalBranch branch)
        || shapes.isUniform(branch.condition())
        || !isArithmetic(branch.condition(), new HashSet<>())
        || !piece.instructions().stream().allMatch(AllOnVersions::isRepeatable)) {
      return null;
    }
    Block yes = branch.successors().get(0);
    Block no = branch.successors().get(1);
    if (loop.contains(graph.node(yes)) == loop.contains(graph.node(no))) {
      return null;
    }
    List<Block> body = List.copyOf(loop.blocks());
    if (!fits(body)) {
      return null;
    }
    copied += size(body);
    return loop.contains(graph.node(yes)) ? yes : no;
  }

  private static boolean isRepeatable(Instruction instruction) {
    return switch (instruction) {
      case Load load -> !load.isVolatile();
      case Phi _, ConditionalBranch _, Binary _, Unary _, Cast _, Select _, Compare _ -> true;
      case Intrinsic _, PointerAdd _, WorkItemQuery _ -> true;
      case ExtractElement _, InsertElement _, Shuffle _ -> true;
      default -> false;
    };
  }

  /** Returns whether a value comes from ids and uniform values by integer arithmetic alone. */
  private boolean isArithmetic(Value value, Set<Value> seen) {
    if (!(value instanceof Instruction instruction)
        || !shapes.of(value).isVarying()
        || !seen.add(value)) {
      return true;
    }
    if (seen.size() > MAX_STEPS || value.type().lanes() > 1) {
      return false;
    }
    boolean plain =
        switch (instruction) {
          case Binary binary -> !binary.op().isFloat();
          case Compare compare -> !compare.predicate().isFloat();
          case Intrinsic intrinsic -> !intrinsic.op().isFloat();
          case Cast _, Select _, Phi _ -> !value.type().isFloat();
          default -> false;
        };
    return plain && instruction.operands().stream().allMatch(o -> isArithmetic(o, seen));
  }
}

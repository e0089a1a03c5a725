package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.BranchDivergence;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.analysis.Piece;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The control flow of one region as a function of its own: one block a piece, which ends where the
 * region does. It answers which pieces run under the same mask.
 */
public final class RegionGraph {
  private final BarrierRegions regions;
  private final Map<Piece, Block> nodes = new HashMap<>();
  private final Map<Block, Piece> pieces = new HashMap<>();
  private final ControlFlow flow;
  private final Dominators dominators;
  private final Loops loops;
  private final Set<Loops.Loop> uneven = new HashSet<>();
  private final Set<Block> divergent = new HashSet<>();
  private final Map<Optional<Loops.Loop>, IterationFlow> iterations = new HashMap<>();

  public RegionGraph(BarrierRegions regions, BarrierRegions.Region region, LaneShapes shapes) {
    this.regions = regions;
    Function graph = new Function("region", Types.VOID, List.of(), null, null);
    for (Piece piece : region.pieces()) {
      Block node = new Block("p" + nodes.size());
      graph.blocks().add(node);
      nodes.put(piece, node);
      pieces.put(node, piece);
    }
    nodes.forEach((piece, node) -> node.instructions().add(terminator(piece)));
    this.flow = new ControlFlow(graph);
    this.dominators = new Dominators(flow);
    this.loops = new Loops(dominators);
    for (Block node : flow.reversePostOrder()) {
      if (flow.successors(node).size() > 1 && !shapes.isUniform(node.terminator().operand(0))) {
        divergent.add(node);
        BranchDivergence divergence = new BranchDivergence(flow, loops, node);
        loops.all().stream().filter(divergence::leavesEarly).forEach(uneven::add);
      }
    }
  }

  private Terminator terminator(Piece piece) {
    if (piece.cut() != null) {
      return new Return();
    }
    return switch (piece.block().terminator()) {
      case Branch b -> new Branch(node(b.target()));
      case ConditionalBranch b ->
          new ConditionalBranch(
              b.condition(), node(b.successors().get(0)), node(b.successors().get(1)));
      case Switch s ->
          new Switch(
              s.operand(0),
              node(s.defaultTarget()),
              s.cases(),
              s.successors().stream().skip(1).map(this::node).toList());
      default -> new Return();
    };
  }

  /** Returns the node of a block's first piece. */
  public Block node(Block block) {
    return Objects.requireNonNull(nodes.get(regions.first(block)));
  }

  public Piece piece(Block node) {
    return Objects.requireNonNull(pieces.get(node));
  }

  public ControlFlow flow() {
    return flow;
  }

  /** Returns the nodes to which a way leads from a node, and that. */
  public Set<Block> reachedFrom(Block from) {
    Set<Block> seen = new HashSet<>();
    Deque<Block> work = new ArrayDeque<>(List.of(from));
    while (!work.isEmpty()) {
      Block node = work.pop();
      if (seen.add(node)) {
        work.addAll(flow.successors(node));
      }
    }
    return seen;
  }

  boolean dominates(Block above, Block below) {
    return dominators.dominates(above, below);
  }

  @Nullable Block immediateDominator(Block node) {
    return dominators.immediateDominator(node);
  }

  public boolean isReducible() {
    return loops.isReducible();
  }

  public boolean isUneven(Loops.Loop loop) {
    return uneven.contains(loop);
  }

  /** Returns the loops around a node, the outermost first. */
  public List<Loops.Loop> loopsAround(Block node) {
    return loops.containing(node);
  }

  /** Returns the innermost loop around a node. */
  public Loops.@Nullable Loop loopOf(Block node) {
    List<Loops.Loop> around = loops.containing(node);
    return around.isEmpty() ? null : around.getLast();
  }

  /** Returns the outermost loop inside {@code outer} (null: the region) that contains the node. */
  public Loops.@Nullable Loop childLoop(Block node, Loops.@Nullable Loop outer) {
    List<Loops.Loop> around = loops.containing(node);
    int depth = outer == null ? 0 : loops.containing(outer.header()).indexOf(outer) + 1;
    return around.size() > depth ? around.get(depth) : null;
  }

  /**
   * Returns an earlier node that the same lanes run, or null if there is none.
   *
   * @param node a node, or the header of a loop seen from outside
   * @param level the innermost loop (null: the region) in which both stand
   */
  public @Nullable Block sameMask(Block node, Loops.@Nullable Loop level) {
    Block above = dominators.immediateDominator(node);
    while (above != null && !Objects.equals(loopOf(above), level)) {
      above = dominators.immediateDominator(above);
    }
    return above != null && iteration(level).leadsTo(above, node) ? above : null;
  }

  private IterationFlow iteration(Loops.@Nullable Loop level) {
    return iterations.computeIfAbsent(
        Optional.ofNullable(level),
        l -> new IterationFlow(flow, loops, level, this::leavesTogether));
  }

  /**
   * Returns whether all lanes that are left in the innermost loop around a node leave it if some
   * take an edge from there: those of an even loop; and those of another one where one value
   * decides for all that would stay in it.
   */
  public boolean leavesTogether(Block node, Block successor) {
    Loops.Loop loop = loopOf(node);
    return loop != null
        && !loop.contains(successor)
        && (!isUneven(loop) || (!divergent.contains(node) && isInEachIteration(node, loop)));
  }

  /** Returns whether lanes that stay in a loop for another iteration have run a node of it. */
  private boolean isInEachIteration(Block node, Loops.Loop loop) {
    return flow.predecessors(loop.header()).stream()
        .filter(loop::contains)
        .allMatch(latch -> dominators.dominates(node, latch));
  }

  /**
   * Returns whether a value is computed in a loop that lanes leave at different iterations, and
   * used behind it.
   */
  boolean leavesUneven(Block definition, Block use) {
    return uneven.stream().anyMatch(l -> l.contains(definition) && !l.contains(use));
  }

  /**
   * Returns for each interleaved array of this region a node that every lane runs that uses it, and
   * each at most once: outside of loops. What an array holds that is kept across barriers belongs
   * to all lanes of the region; where lanes are put aside, also to those that are elsewhere.
   */
  public Map<Alloca, Block> owners(PrivateArrays arrays, WorkItemState state) {
    Map<Alloca, Block> owners = new HashMap<>();
    Block entry = flow.function().entry();
    for (Block node : flow.reversePostOrder()) {
      for (Instruction user : piece(node).instructions()) {
        for (Value operand : user.operands()) {
          for (Alloca array : arrays.arrays(operand)) {
            Block before = owners.get(array);
            owners.put(array, before == null ? node : common(before, node));
          }
        }
      }
    }
    if (state.yields() != null) {
      owners.keySet().removeIf(state::isKept);
    }
    owners.replaceAll((array, node) -> state.isKept(array) ? entry : outside(node));
    return owners;
  }

  private Block common(Block a, Block b) {
    Block above = a;
    while (!dominators.dominates(above, b)) {
      above = Objects.requireNonNull(dominators.immediateDominator(above));
    }
    return above;
  }

  private Block outside(Block node) {
    Block above = node;
    while (!loops.containing(above).isEmpty()) {
      above = Objects.requireNonNull(dominators.immediateDominator(above));
    }
    return above;
  }
}

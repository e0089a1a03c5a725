package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.analysis.AllOnVersions;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.BosccHeuristic;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.analysis.RegionGraph;
import dev.barnacle.simd.internal.analysis.ValueUses;
import dev.barnacle.simd.internal.emit.CounterEmitter;
import dev.barnacle.simd.internal.emit.GroupScope;
import dev.barnacle.simd.internal.plan.Remarks;
import dev.barnacle.simd.internal.vector.BoundTest;
import dev.barnacle.simd.internal.vector.LaneEdges;
import dev.barnacle.simd.internal.vector.LaneEdges.Edge;
import dev.barnacle.simd.internal.vector.MaskSlots;
import dev.barnacle.simd.internal.vector.VectorPhis;
import dev.barnacle.simd.internal.vector.VectorScope;
import dev.barnacle.simd.internal.vector.VectorScope.Mask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Emits one region for a vector of work-items: its control flow laid out in one line, every piece
 * under the mask of the lanes that run it (Karrenberg and Hack, "Whole-Function Vectorization", CGO
 * 2011).
 *
 * <ul>
 *   <li>A piece whose mask may be empty is jumped over when it is.
 *   <li>A loop that all lanes leave together keeps its jumps; any other runs until no lane is left
 *       in it, or all that are left leave it by a jump.
 *   <li>A piece that the same lanes run as an earlier one has its mask (dominance and {@code
 *       IterationFlow} tell).
 *   <li>What comes in on an edge is written to a phi's slot at the end of the piece that the edge
 *       leaves, for the lanes that take it.
 * </ul>
 */
public final class VectorRegion {
  private final BarrierRegions.Region region;
  private final RegionGraph graph;
  private final VectorScope scope;
  private final VectorInstructions instructions;
  private PieceMasks masks = new PieceMasks();

  private final Map<Block, String> incoming = new HashMap<>();
  private final Map<Loops.Loop, String> remaining = new HashMap<>();
  private final Map<Loops.Loop, String> ends = new HashMap<>();
  private final Map<Block, Turn> turns = new HashMap<>();

  private final AllOnVersions allOn;
  private boolean someLanes;
  private final MaskSlots maskSlots;
  private final BosccHeuristic boscc;
  private final VectorState state;
  private final VectorPhis phis;
  private final LaneEdges laneEdges;

  /**
   * An emitter.
   *
   * @param counters the copies of counters that the region has; null if it has none
   */
  public VectorRegion(
      GroupScope group,
      BarrierRegions.Region region,
      LaneShapes shapes,
      @Nullable CounterEmitter counters) {
    this.region = region;
    this.graph = new RegionGraph(group.regions(), region, shapes);
    this.scope =
        new VectorScope(
            group, region, shapes, new ValueUses(graph, group.regions(), group.liveness(), region));
    scope.setCounters(counters);
    this.maskSlots = new MaskSlots(scope);
    this.instructions = new VectorInstructions(scope);
    this.boscc = new BosccHeuristic(graph, shapes);
    this.state = new VectorState(scope, instructions);
    this.phis = new VectorPhis(scope);
    this.laneEdges = new LaneEdges(scope);
    this.allOn = new AllOnVersions(graph, shapes);
    Map<Alloca, Supplier<@Nullable Mask>> owners = new HashMap<>();
    graph
        .owners(shapes.arrays(), group.state())
        .forEach((a, n) -> owners.put(a, () -> masks.known(n)));
    scope.setOwners(owners);
  }

  /**
   * Emits the body into {@code target}; it starts in the loop's block and ends in a jump to the
   * loop's latch.
   */
  public void emitBody(LlvmText target) {
    scope.setOut(target);
    scope.group().loops().markItem(target);
    Mask all = state.enter();
    scope.begin(all);
    state.restore();
    scope.begin(all);
    Block entry = graph.flow().function().entry();
    masks.put(entry, all, true);
    level(null);
    target.br("r" + region.index() + ".l0");
  }

  private LlvmText out() {
    return scope.out();
  }

  private Remarks remarks() {
    return scope.module().remarks();
  }

  /** Returns the first instruction of a piece that stands at a place in the source. */
  private Instruction first(Block node) {
    Piece piece = graph.piece(node);
    return piece.instructions().stream()
        .filter(i -> i.location() != null && !(i instanceof Phi))
        .findFirst()
        .orElse(piece.block().terminator());
  }

  private Mask all() {
    return new Mask(scope.splatConstant("true"), true);
  }

  // Levels: the pieces and loops of one loop, or of the region, in order.

  private void level(Loops.@Nullable Loop level) {
    List<Block> order = graph.flow().reversePostOrder();
    for (Block node : order) {
      Loops.Loop child =
          level == null || level.contains(node) ? graph.childLoop(node, level) : null;
      if (child != null && child.header().equals(node)) {
        clear(node);
      } else if (child == null
          && Objects.equals(graph.loopOf(node), level)
          && !isEntry(node, level)) {
        clear(node);
      }
    }
    pieces(order.stream().filter(n -> level == null || level.contains(n)).toList(), level);
  }

  private void pieces(List<Block> nodes, Loops.@Nullable Loop level) {
    for (int k = 0; k < nodes.size(); k++) {
      Block node = nodes.get(k);
      Loops.Loop child = graph.childLoop(node, level);
      if (level == null && !someLanes && allOn.forksAt(node) && !masks.isRunByAll(node)) {
        fork(nodes.subList(k, nodes.size()));
        return;
      }
      if (child == null) {
        node(node, level);
      } else if (child.header().equals(node)) {
        loop(child, level);
      }
    }
  }

  /** Emits what is left of the region twice: for when all lanes run the first node, and else. */
  private void fork(List<Block> nodes) {
    Block node = nodes.getFirst();
    Mask mask = enter(node, null);
    remarks().allLanes(first(node));
    int number = scope.names().number();
    out().br(scope.all(mask.text()), "all" + number, "some" + number);
    out().label("all" + number);
    PieceMasks saved = new PieceMasks(masks);
    masks.addRunByAll(node);
    // Nobody is left for what does not come behind it.
    pieces(nodes.stream().filter(graph.reachedFrom(node)::contains).toList(), null);
    out().br("r" + region.index() + ".l0");
    masks = saved;
    out().label("some" + number);
    someLanes = true;
    pieces(nodes, null);
    someLanes = false;
  }

  /**
   * The place where a loop's form for all lanes decides whether they stay.
   *
   * @param stays where they go on then
   * @param otherwise the label at which its other form starts the iteration over
   */
  private record Turn(Block stays, String otherwise) {}

  private boolean isEntry(Block node, Loops.@Nullable Loop level) {
    return level == null
        ? node.equals(graph.flow().function().entry())
        : node.equals(level.header());
  }

  /** Gives a node without a mask of its own an empty one, to which the edges to it add. */
  private void clear(Block node) {
    Loops.Loop own = graph.loopOf(node);
    Loops.Loop level = own != null && own.header().equals(node) ? parent(own) : own;
    if (graph.sameMask(node, level) == null) {
      boolean changes = graph.loopsAround(node).stream().anyMatch(graph::isUneven);
      maskSlots.clear(incoming.computeIfAbsent(node, n -> maskSlots.make(changes)));
    }
  }

  private Loops.@Nullable Loop parent(Loops.Loop loop) {
    List<Loops.Loop> around = graph.loopsAround(loop.header());
    int at = around.indexOf(loop);
    return at <= 0 ? null : around.get(at - 1);
  }

  /**
   * Finds the mask under which {@code node} is entered from outside its own loop, if it is a
   * header.
   */
  private Mask enter(Block node, Loops.@Nullable Loop level) {
    if (masks.isRunByAll(node)) {
      masks.setCertain(node, true);
      return all();
    }
    Block same = graph.sameMask(node, level);
    if (same != null) {
      masks.setCertain(node, masks.isCertain(same));
      return masks.get(same);
    }
    masks.setCertain(node, false);
    return new Mask(maskSlots.get(Objects.requireNonNull(incoming.get(node))), false);
  }

  private void node(Block node, Loops.@Nullable Loop level) {
    if (!isEntry(node, level)) {
      masks.put(node, enter(node, level));
    }
    Mask mask = masks.get(node);
    String skip = "";
    if (!masks.isCertain(node) && !boscc.contains(node)) {
      skip = guard(mask);
      remarks().masked(first(node));
    }
    scope.begin(mask);
    piece(node);
    if (!skip.isEmpty()) {
      out().br(skip);
      out().label(skip);
    }
  }

  /** Jumps over what follows when no lane runs it; returns the label behind it. */
  private String guard(Mask mask) {
    int number = scope.names().number();
    out().br(scope.any(mask.text()), "run" + number, "skip" + number);
    out().label("run" + number);
    return "skip" + number;
  }

  private void loop(Loops.Loop loop, Loops.@Nullable Loop level) {
    Block header = loop.header();
    Mask outer = enter(header, level);
    String skip = masks.isCertain(header) ? "" : guard(outer);
    int number = scope.names().number();
    boolean uneven = graph.isUneven(loop);
    remarks().loop(first(header), uneven);
    ends.put(loop, "end" + number);
    if (uneven) {
      unevenLoop(loop, outer, number);
    } else {
      out().br("loop" + number);
      out().label("loop" + number);
      body(loop, outer);
      out().br("loop" + number);
    }
    out().label("end" + number);
    // Behind the loop the header stands for those who came to it.
    masks.put(header, outer);
    if (!skip.isEmpty()) {
      out().br(skip);
      out().label(skip);
    }
  }

  private void unevenLoop(Loops.Loop loop, Mask outer, int number) {
    String active = maskSlots.make(true);
    maskSlots.set(active, outer.text());
    remaining.put(loop, maskSlots.make(true));
    Block stays = outer.full() && !someLanes ? allOn.staysAt(loop) : null;
    if (stays != null) {
      loopOfAll(loop, stays, active, number);
    } else {
      out().br("loop" + number);
    }
    out().label("loop" + number);
    Mask inner = new Mask(maskSlots.get(active), false);
    String rest = iteration(loop, inner);
    maskSlots.set(active, rest);
    out().br(scope.any(rest), "loop" + number, "end" + number);
  }

  /** Emits the form of an uneven loop that runs until the first lane leaves it. */
  private void loopOfAll(Loops.Loop loop, Block stays, String active, int number) {
    Block header = loop.header();
    String start = "all" + number;
    PieceMasks saved = new PieceMasks(masks);
    remarks().allLanes(first(graph.node(stays)));
    out().br(start);
    out().label(start);
    turns.put(header, new Turn(stays, "loop" + number));
    String rest = iteration(loop, all());
    turns.remove(header);
    masks = saved;
    maskSlots.set(active, rest);
    String some = "some" + number;
    out().br(scope.all(rest), start, some);
    out().label(some);
    out().br(scope.any(rest), "loop" + number, "end" + number);
  }

  /** Emits an iteration of an uneven loop and returns the lanes that go on. */
  private String iteration(Loops.Loop loop, Mask inner) {
    String slot = Objects.requireNonNull(remaining.get(loop));
    maskSlots.clear(slot);
    body(loop, inner);
    return maskSlots.get(slot);
  }

  private void body(Loops.Loop loop, Mask inner) {
    scope.group().loops().markLoop(graph.piece(loop.header()).block(), out());
    masks.put(loop.header(), inner, true);
    level(loop);
  }

  // One piece.

  private void piece(Block node) {
    Piece piece = graph.piece(node);
    if (piece.isFirst()) {
      piece.block().phis().forEach(phis::read);
    }
    instructions.begin(piece.instructions());
    for (Instruction instruction : piece.instructions()) {
      if (!(instruction instanceof Phi
          || instruction instanceof Alloca
          || instruction instanceof Terminator)) {
        instructions.emit(instruction);
      }
    }
    if (piece.cut() != null) {
      state.arrive(piece);
    } else if (piece.block().terminator() instanceof Return) {
      state.leave();
    } else {
      edges(node, piece);
    }
  }

  // Edges.

  private void edges(Block node, Piece piece) {
    Terminator end = piece.block().terminator();
    if (end.successors().size() > 1) {
      remarks().branch(end, scope.shape(end.operand(0)).isUniform());
    }
    List<Edge> edges = laneEdges.of(end);
    Turn turn = turns.get(node);
    if (turn != null) {
      stay(node, piece, turn, edges);
      return;
    }
    Loops.Loop loop = graph.loopOf(node);
    List<Edge> later = new ArrayList<>();
    for (Edge edge : edges) {
      if (loop != null && leaves(loop, edge) && allLeave(node, edge, loop)) {
        exit(node, piece, edge, loop);
      } else {
        later.add(edge);
      }
    }
    later.forEach(edge -> take(node, piece, edge));
  }

  /** All lanes stay in the loop, or the iteration starts over in the form for some lanes. */
  private void stay(Block node, Piece piece, Turn turn, List<Edge> edges) {
    Edge edge =
        edges.stream().filter(e -> e.target().equals(turn.stays())).findFirst().orElseThrow();
    String stays = "stay" + scope.names().number();
    ConditionalBranch branch = (ConditionalBranch) piece.block().terminator();
    boolean outcome = branch.successors().get(0).equals(turn.stays());
    String bound = new BoundTest(scope).all(branch.condition(), outcome);
    String all = bound != null ? bound : scope.all(Objects.requireNonNull(edge.lanes()));
    out().br(all, stays, turn.otherwise());
    out().label(stays);
    Block target = graph.node(turn.stays());
    if (!target.equals(node)) {
      masks.addRunByAll(target);
    }
    take(node, piece, new Edge(turn.stays(), null, null));
  }

  /**
   * Returns whether all lanes that are in a loop leave it if an edge is taken: those of an even
   * loop, and those of another one where it is decided for all that are left in this iteration.
   */
  private boolean allLeave(Block node, Edge edge, Loops.Loop loop) {
    return !graph.isUneven(loop)
        || (edge.uniform() != null && masks.get(node).equals(masks.get(loop.header())));
  }

  private boolean leaves(Loops.Loop loop, Edge edge) {
    return !loop.contains(graph.node(edge.target()));
  }

  /** All lanes leave a loop together: a jump. */
  private void exit(Block node, Piece piece, Edge edge, Loops.Loop loop) {
    int number = scope.names().number();
    String condition = edge.uniform() == null ? "true" : edge.uniform();
    out().br(condition, "exit" + number, "stay" + number);
    out().label("exit" + number);
    take(node, piece, new Edge(edge.target(), null, null));
    out().br(Objects.requireNonNull(ends.get(left(loop, node, edge))));
    out().label("stay" + number);
  }

  /**
   * Returns the outermost of the loops that the edge leaves, as far as all lanes leave them
   * together.
   */
  private Loops.Loop left(Loops.Loop innermost, Block node, Edge edge) {
    Loops.Loop outermost = innermost;
    for (Loops.Loop loop : graph.loopsAround(node).reversed()) {
      if (graph.isUneven(loop) || !leaves(loop, edge)) {
        break;
      }
      outermost = loop;
    }
    return outermost;
  }

  /** Brings the lanes that take the edge, and their values, to its end. */
  private void take(Block node, Piece piece, Edge edge) {
    Mask taken = laneEdges.taken(edge);
    Block target = graph.node(edge.target());
    phis.write(piece, edge, taken, isFirst(node, target));
    for (Loops.Loop loop : graph.loopsAround(target)) {
      if (loop.header().equals(target) && loop.contains(node)) {
        if (graph.isUneven(loop)) {
          maskSlots.add(Objects.requireNonNull(remaining.get(loop)), taken.text());
        }
        return;
      }
    }
    String slot = incoming.get(target);
    if (slot != null) {
      maskSlots.add(slot, taken.text());
    }
  }

  /**
   * Returns whether an edge is the first that brings lanes to its end since lanes were there last;
   * edges are taken in the order in which they are emitted. One that leaves an uneven loop is taken
   * again and again before its end runs.
   */
  private boolean isFirst(Block node, Block target) {
    boolean back = false;
    boolean repeated = false;
    for (Loops.Loop loop : graph.loopsAround(node)) {
      back |= loop.header().equals(target);
      repeated |= graph.isUneven(loop) && !loop.contains(target);
    }
    return masks.reach(target, back) && !repeated;
  }
}

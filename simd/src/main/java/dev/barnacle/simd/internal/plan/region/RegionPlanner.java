package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.AllOnVersions;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.BosccHeuristic;
import dev.barnacle.simd.internal.analysis.CounterCopies;
import dev.barnacle.simd.internal.analysis.RegionGraph;
import dev.barnacle.simd.internal.analysis.ValueUses;
import dev.barnacle.simd.internal.analysis.WorkItemState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Plans one region for a vector of work-items: its control flow laid out in one line, every piece
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
final class RegionPlanner {
  private final Group group;
  private final BarrierRegions.Region region;
  private final PlanInputs inputs;
  private final RegionGraph graph;
  private final ValueUses uses;
  private final AllOnVersions allOn;
  private final BosccHeuristic boscc;
  private final EdgePlanner edges;
  private final CounterCopies.@Nullable Counters counters;
  private final OperationPlanner operations;
  private final MemoryPlanner memory;
  private final Map<Alloca, Block> owners;

  private final Map<Block, Piece> turns = new HashMap<>();
  private PlannedMasks masks = new PlannedMasks();
  private boolean someLanes;
  private int lastMask;

  /** All that the regions of a kernel share. */
  record Group(
      PlanInputs inputs,
      CounterCopies counters,
      BarrierRegions regions,
      Liveness liveness,
      WorkItemState state,
      boolean someReturnEarly) {}

  RegionPlanner(Group group, BarrierRegions.Region region) {
    this.group = group;
    this.region = region;
    this.inputs = group.inputs();
    this.graph = new RegionGraph(group.regions(), region, inputs.shapes());
    this.uses = new ValueUses(graph, group.regions(), group.liveness(), region);
    this.boscc = new BosccHeuristic(graph, inputs.shapes());
    this.allOn = new AllOnVersions(graph, inputs.shapes());
    this.edges = new EdgePlanner(inputs, graph);
    this.counters = counters();
    this.operations = new OperationPlanner(inputs, counters);
    this.memory = new MemoryPlanner(inputs, uses);
    this.owners = graph.owners(inputs.shapes().arrays(), group.state());
  }

  RegionPlan plan() {
    LaneMask all = isFull() ? LaneMask.ALL : newMask();
    masks.put(graph.flow().function().entry(), all, true);
    return new RegionPlan(region, uses, counters, all, again(), items(), level(null));
  }

  /** Returns how many work-items of dimension 0 do anything; 0 for all. */
  private int items() {
    Specialization shape = inputs.specialization();
    boolean whole = !shape.partial() && !shape.general() && !shape.flat();
    int count =
        whole && !group.someReturnEarly()
            ? new ActiveItems(graph, region, group.state()).count()
            : ActiveItems.ALL;
    return count < shape.localX() ? count : ActiveItems.ALL;
  }

  private CounterCopies.@Nullable Counters counters() {
    boolean may = group.state().yields() == null && inputs.target().vectorBits() >= 256;
    return may ? group.counters().of(region) : null;
  }

  /** Returns whether all lanes are work-items, come here, and have not returned. */
  private boolean isFull() {
    Specialization shape = inputs.specialization();
    boolean parted = group.state().yields() != null || group.someReturnEarly();
    return !shape.partial()
        && shape.row() % inputs.lanes() == 0
        && (region.index() == 0 || !parted);
  }

  private LaneMask newMask() {
    lastMask++;
    return new LaneMask(lastMask, false);
  }

  private List<Operation> again() {
    List<Instruction> kept = region.liveAtStart(group.liveness());
    Set<Instruction> known = new HashSet<>();
    Set<Instruction> computed = new LinkedHashSet<>();
    for (Instruction value : kept) {
      if (!group.state().rematerialization().covers(value)) {
        known.add(value);
      }
    }
    for (Instruction value : kept) {
      if (group.state().rematerialization().covers(value)) {
        computed.addAll(group.state().rematerialization().chain(value));
      }
    }
    computed.removeAll(known);
    return computed.stream().map(i -> new Operation(i, operations.of(i))).toList();
  }

  // Levels: the pieces and loops of one loop, or of the region, in order.

  private Level level(Loops.@Nullable Loop level) {
    List<Block> order = graph.flow().reversePostOrder();
    List<Level.Collector> collectors = new ArrayList<>();
    for (Block node : order) {
      Loops.Loop child =
          level == null || level.contains(node) ? graph.childLoop(node, level) : null;
      boolean isHeader = child != null && child.header().equals(node);
      boolean isOwn =
          child == null && Objects.equals(graph.loopOf(node), level) && !isEntry(node, level);
      if (isHeader || isOwn) {
        collect(node, collectors);
      }
    }
    List<Block> nodes = order.stream().filter(n -> level == null || level.contains(n)).toList();
    return new Level(collectors, steps(nodes, level));
  }

  private List<Step> steps(List<Block> nodes, Loops.@Nullable Loop level) {
    List<Step> steps = new ArrayList<>();
    for (int k = 0; k < nodes.size(); k++) {
      Block node = nodes.get(k);
      Loops.Loop child = graph.childLoop(node, level);
      if (level == null && !someLanes && allOn.forksAt(node) && !masks.isRunByAll(node)) {
        steps.add(fork(nodes.subList(k, nodes.size())));
        return steps;
      }
      if (child == null) {
        steps.add(node(node, level));
      } else if (child.header().equals(node)) {
        steps.add(loop(child, level));
      }
    }
    return steps;
  }

  /** Plans what is left of the region twice: for when all lanes run the first node, and else. */
  private Step fork(List<Block> nodes) {
    Block node = nodes.getFirst();
    Entry entry = enter(node, null);
    PlannedMasks saved = new PlannedMasks(masks);
    masks.addRunByAll(node);
    // Nobody is left for what does not come behind it.
    Set<Block> behind = graph.reachedFrom(node);
    List<Step> all = steps(nodes.stream().filter(behind::contains).toList(), null);
    masks = saved;
    someLanes = true;
    List<Step> some = steps(nodes, null);
    someLanes = false;
    return new Step.ForkStep(node, graph.piece(node), entry, all, some);
  }

  private boolean isEntry(Block node, Loops.@Nullable Loop level) {
    return level == null
        ? node.equals(graph.flow().function().entry())
        : node.equals(level.header());
  }

  /** Gives a node without a mask of its own an empty one, to which the edges to it add. */
  private void collect(Block node, List<Level.Collector> collectors) {
    Loops.Loop own = graph.loopOf(node);
    Loops.Loop level = own != null && own.header().equals(node) ? parent(own) : own;
    if (graph.sameMask(node, level) == null) {
      boolean changes = graph.loopsAround(node).stream().anyMatch(graph::isUneven);
      collectors.add(new Level.Collector(node, changes));
      edges.addCollector(node);
    }
  }

  private Loops.@Nullable Loop parent(Loops.Loop loop) {
    List<Loops.Loop> around = graph.loopsAround(loop.header());
    int at = around.indexOf(loop);
    return at <= 0 ? null : around.get(at - 1);
  }

  /** Finds the mask under which a node is entered, from outside its own loop if it is a header. */
  private Entry enter(Block node, Loops.@Nullable Loop level) {
    if (masks.isRunByAll(node)) {
      masks.setCertain(node, true);
      return new Entry(LaneMask.ALL, false, false);
    }
    Block same = graph.sameMask(node, level);
    if (same != null) {
      masks.setCertain(node, masks.isCertain(same));
      return new Entry(masks.get(same), false, !masks.isCertain(node));
    }
    masks.setCertain(node, false);
    return new Entry(newMask(), true, true);
  }

  private Step node(Block node, Loops.@Nullable Loop level) {
    Entry entry;
    if (isEntry(node, level)) {
      entry = new Entry(masks.get(node), false, !masks.isCertain(node));
    } else {
      entry = enter(node, level);
      masks.put(node, entry.mask());
    }
    boolean guarded = entry.guarded() && !boscc.contains(node);
    return piece(node, new Entry(entry.mask(), entry.collected(), guarded));
  }

  private Step loop(Loops.Loop loop, Loops.@Nullable Loop level) {
    Block header = loop.header();
    Entry entry = enter(header, level);
    boolean uneven = graph.isUneven(loop);
    Step.AllOnForm form = null;
    if (uneven) {
      Block stays = entry.mask().full() && !someLanes ? allOn.staysAt(loop) : null;
      form = stays == null ? null : allOnForm(loop, graph.piece(graph.node(stays)));
    }
    LaneMask inner = uneven ? newMask() : entry.mask();
    Level body = body(loop, inner);
    // Behind the loop the header stands for those who came to it.
    masks.put(header, entry.mask());
    return new Step.LoopStep(loop, header, graph.piece(header), entry, uneven, inner, body, form);
  }

  /** Plans the form of an uneven loop that runs until the first lane leaves it. */
  private Step.AllOnForm allOnForm(Loops.Loop loop, Piece stays) {
    PlannedMasks saved = new PlannedMasks(masks);
    turns.put(loop.header(), stays);
    Level body = body(loop, LaneMask.ALL);
    turns.remove(loop.header());
    masks = saved;
    return new Step.AllOnForm(stays, body);
  }

  private Level body(Loops.Loop loop, LaneMask inner) {
    masks.put(loop.header(), inner, true);
    return level(loop);
  }

  // One piece.

  private Step piece(Block node, Entry entry) {
    Piece piece = graph.piece(node);
    boolean isFirst = region.index() == 0 && group.regions().regions().size() > 1;
    memory.begin(piece.instructions(), isFirst && graph.loopOf(node) == null);
    if (piece.isFirst()) {
      piece.block().phis().forEach(memory::computed);
    }
    List<Operation> planned = new ArrayList<>();
    for (Instruction instruction : piece.instructions()) {
      if (!(instruction instanceof Phi
          || instruction instanceof Alloca
          || instruction instanceof Terminator)) {
        planned.add(new Operation(instruction, form(instruction, entry.mask())));
        memory.computed(instruction);
      }
    }
    return new Step.PieceStep(node, piece, entry, planned, end(node, piece));
  }

  private Form form(Instruction instruction, LaneMask mask) {
    return instruction instanceof Load || instruction instanceof Store
        ? memory.of(new Access(instruction), mask, pointer -> owns(pointer, mask))
        : operations.of(instruction);
  }

  /** Returns whether all lanes that may ever use an array run here. */
  private boolean owns(Value pointer, LaneMask mask) {
    return mask.full()
        || inputs.shapes().arrays().arrays(pointer).stream()
            .map(owners::get)
            .allMatch(o -> o != null && mask.equals(masks.known(o)));
  }

  private End end(Block node, Piece piece) {
    if (piece.cut() != null) {
      return new End.Arrive();
    }
    Terminator terminator = piece.block().terminator();
    if (terminator instanceof Return) {
      return new End.Leave();
    }
    Piece stays = turns.get(node);
    if (stays == null) {
      return new End.Edges(edges.plan(node, terminator, masks));
    }
    Block target = graph.node(stays.block());
    if (!target.equals(node)) {
      masks.addRunByAll(target);
    }
    return new End.StayOrRestart(edges.one(node, terminator, stays.block(), masks));
  }
}

package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.analysis.RegionGraph;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plans what happens to the lanes that leave a piece by its edges. */
final class EdgePlanner {
  private final PlanInputs inputs;
  private final RegionGraph graph;
  private final Set<Block> collectors = new HashSet<>();

  EdgePlanner(PlanInputs inputs, RegionGraph graph) {
    this.inputs = inputs;
    this.graph = graph;
  }

  /** Notes a node with a mask of its own, to which edges add lanes. */
  void addCollector(Block node) {
    collectors.add(node);
  }

  /** Returns the blocks that a terminator leads to, each once, in the order of its edges. */
  static List<Block> targets(Terminator terminator) {
    List<Block> successors = terminator.successors();
    Set<Block> targets = new LinkedHashSet<>();
    if (terminator instanceof Switch choice) {
      targets.addAll(successors.subList(1, successors.size()));
      targets.add(choice.defaultTarget());
    } else {
      targets.addAll(successors);
    }
    return List.copyOf(targets);
  }

  /** Plans the edges of a terminator that jumps. */
  List<PlannedEdge> plan(Block node, Terminator terminator, PlannedMasks masks) {
    List<Block> targets = targets(terminator);
    boolean together =
        (targets.size() > 1 || terminator instanceof Switch)
            && inputs.shape(terminator.operand(0)).isUniform();
    Loops.Loop loop = graph.loopOf(node);
    List<PlannedEdge> edges = new ArrayList<>();
    List<Integer> later = new ArrayList<>();
    for (int k = 0; k < targets.size(); k++) {
      Block target = targets.get(k);
      if (loop != null && leaves(loop, target) && allLeave(node, target, together, loop, masks)) {
        edges.add(edge(node, k, target, left(loop, node, target), masks));
      } else {
        later.add(k);
      }
    }
    later.forEach(k -> edges.add(edge(node, k, targets.get(k), null, masks)));
    return edges;
  }

  /** Plans an edge that all lanes take, to a target that has a number among the edges. */
  PlannedEdge one(Block node, Terminator terminator, Block target, PlannedMasks masks) {
    return edge(node, targets(terminator).indexOf(target), target, null, masks);
  }

  private PlannedEdge edge(
      Block node, int number, Block target, Loops.@Nullable Loop exits, PlannedMasks masks) {
    Block end = graph.node(target);
    boolean first = isFirst(node, end, masks);
    for (Loops.Loop loop : graph.loopsAround(end)) {
      if (loop.header().equals(end) && loop.contains(node)) {
        Loops.Loop stays = graph.isUneven(loop) ? loop : null;
        return new PlannedEdge(number, target, exits, first, stays, null);
      }
    }
    Block collector = collectors.contains(end) ? end : null;
    return new PlannedEdge(number, target, exits, first, null, collector);
  }

  /**
   * Returns whether all lanes that are in a loop leave it if an edge is taken: those of an even
   * loop, and those of another one where it is decided for all that are left in this iteration, or
   * for all that would stay in it.
   */
  private boolean allLeave(
      Block node, Block target, boolean together, Loops.Loop loop, PlannedMasks masks) {
    return graph.leavesTogether(node, graph.node(target))
        || (together && masks.get(node).equals(masks.get(loop.header())));
  }

  private boolean leaves(Loops.Loop loop, Block target) {
    return !loop.contains(graph.node(target));
  }

  /**
   * Returns the outermost of the loops that the edge leaves, as far as all lanes leave them
   * together.
   */
  private Loops.Loop left(Loops.Loop innermost, Block node, Block target) {
    Loops.Loop outermost = innermost;
    for (Loops.Loop loop : graph.loopsAround(node).reversed()) {
      if (graph.isUneven(loop) || !leaves(loop, target)) {
        break;
      }
      outermost = loop;
    }
    return outermost;
  }

  /**
   * Returns whether an edge is the first that brings lanes to its end since lanes were there last;
   * edges are taken in the order in which they are planned. One that leaves an uneven loop is taken
   * again and again before its end runs.
   */
  private boolean isFirst(Block node, Block target, PlannedMasks masks) {
    boolean back = false;
    boolean repeated = false;
    for (Loops.Loop loop : graph.loopsAround(node)) {
      back |= loop.header().equals(target);
      repeated |= graph.isUneven(loop) && !loop.contains(target);
    }
    return masks.reach(target, back) && !repeated;
  }
}

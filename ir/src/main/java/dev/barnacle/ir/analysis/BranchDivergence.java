package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.analysis.Loops.Edge;
import dev.barnacle.ir.analysis.Loops.Loop;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The consequences of one branch at which work-items take different ways. Each successor of the
 * branch gets a label of its own, which flows along the edges. Where different labels meet,
 * work-items that took different ways come together, and from there on the label is that block.
 *
 * <p>Labels go around loops, since work-items may leave a loop by different exits in different
 * iterations. But they do not enter a loop of the branch anew from outside: a work-item that comes
 * there has left the loop before and met the others at the header of the loop around it.
 */
public final class BranchDivergence {
  private final ControlFlow flow;
  private final Block branch;
  private final Map<Block, Loop> loopOfHeader = new HashMap<>();
  private final Map<Block, Block> labels = new HashMap<>();
  private final Set<Block> joins = new LinkedHashSet<>();

  /** Follows the work-items from the end of {@code branch}. */
  public BranchDivergence(ControlFlow flow, Loops loops, Block branch) {
    this.flow = flow;
    this.branch = branch;
    loops.containing(branch).forEach(loop -> loopOfHeader.put(loop.header(), loop));
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : flow.reversePostOrder()) {
        changed |= update(block);
      }
    }
  }

  /** Returns the blocks where work-items meet that took different ways. */
  public Set<Block> joins() {
    return joins;
  }

  /** Returns whether some work-items can leave {@code loop} while others go on in it. */
  public boolean leavesEarly(Loop loop) {
    return loop.contains(branch)
        && anyLabel(loop.exits())
        && distinctLabels(loop.backEdges(), loop.exits()) > 1;
  }

  private boolean anyLabel(List<Edge> edges) {
    return edges.stream().anyMatch(edge -> label(edge) != null);
  }

  private int distinctLabels(List<Edge> some, List<Edge> others) {
    Set<Block> distinct = new HashSet<>();
    some.forEach(edge -> addLabel(edge, distinct));
    others.forEach(edge -> addLabel(edge, distinct));
    return distinct.size();
  }

  private void addLabel(Edge edge, Set<Block> distinct) {
    Block label = label(edge);
    if (label != null) {
      distinct.add(label);
    }
  }

  private @Nullable Block label(Edge edge) {
    return edge.from() == branch ? edge.to() : labels.get(edge.from());
  }

  private boolean update(Block block) {
    if (joins.contains(block)) {
      return false;
    }
    Block found = null;
    Loop loop = loopOfHeader.get(block);
    for (Block predecessor : flow.predecessors(block)) {
      if (loop != null && !loop.contains(predecessor)) {
        continue;
      }
      Block label = label(new Edge(predecessor, block));
      if (label == null || label == found) {
        continue;
      }
      if (found != null) {
        joins.add(block);
        labels.put(block, block);
        return true;
      }
      found = label;
    }
    if (found == null || found == labels.get(block)) {
      return false;
    }
    labels.put(block, found);
    return true;
  }
}

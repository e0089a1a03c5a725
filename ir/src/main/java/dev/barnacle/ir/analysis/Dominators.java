package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Block;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The dominance of reachable blocks: block a dominates b when every path from the entry to b goes
 * through a (so each block dominates itself).
 */
public final class Dominators {
  private final ControlFlow flow;
  private final DominatorTree tree;
  private final Map<Block, Set<Block>> frontiers = new HashMap<>();

  /** Computes the dominators of the graph. */
  public Dominators(ControlFlow flow) {
    this.flow = flow;
    List<int[]> predecessors = new ArrayList<>();
    for (Block block : flow.reversePostOrder()) {
      predecessors.add(
          flow.predecessors(block).stream()
              .filter(flow::isReachable)
              .mapToInt(flow::orderOf)
              .toArray());
    }
    this.tree = new DominatorTree(predecessors);
    for (Block block : flow.reversePostOrder()) {
      addToFrontiers(block);
    }
  }

  /** Returns the graph that this was computed from. */
  public ControlFlow flow() {
    return flow;
  }

  /** Returns whether {@code a} dominates {@code b}; both are reachable. */
  public boolean dominates(Block a, Block b) {
    return tree.dominates(flow.orderOf(a), flow.orderOf(b));
  }

  /** Returns the last block but {@code block} that dominates it; null for the entry. */
  public @Nullable Block immediateDominator(Block block) {
    int order = flow.orderOf(block);
    return order == 0 ? null : flow.reversePostOrder().get(tree.parent(order));
  }

  /** Returns the blocks whose immediate dominator is {@code block}. */
  public List<Block> children(Block block) {
    return tree.children(flow.orderOf(block)).stream().map(flow.reversePostOrder()::get).toList();
  }

  /**
   * Returns the dominance frontier of {@code block}: the reachable blocks that it does not strictly
   * dominate while it dominates one of their predecessors.
   */
  public Set<Block> frontier(Block block) {
    return frontiers.getOrDefault(block, Set.of());
  }

  private void addToFrontiers(Block join) {
    Block stop = immediateDominator(join);
    for (Block predecessor : flow.predecessors(join)) {
      if (!flow.isReachable(predecessor)) {
        continue;
      }
      for (Block runner = predecessor;
          runner != null && runner != stop;
          runner = immediateDominator(runner)) {
        frontiers.computeIfAbsent(runner, b -> new LinkedHashSet<>()).add(join);
      }
    }
  }
}

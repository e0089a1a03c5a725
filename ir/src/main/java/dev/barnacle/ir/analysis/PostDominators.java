package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Block;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The post-dominance of reachable blocks: block a post-dominates b when every path from b to the
 * end of the function goes through a. Loops without a way out count as if they could end at their
 * block that is last in reverse post-order.
 */
public final class PostDominators {
  private final ControlFlow flow;
  private final List<Block> order = new ArrayList<>();
  private final Map<Block, Integer> indexOf = new HashMap<>();
  private final Set<Block> ends = new LinkedHashSet<>();
  private final DominatorTree tree;
  private final Map<Block, Set<Block>> controlled = new HashMap<>();

  /** Computes the post-dominators of the graph. */
  public PostDominators(ControlFlow flow) {
    this.flow = flow;
    number();
    List<int[]> predecessors = new ArrayList<>();
    predecessors.add(new int[0]);
    for (Block block : order) {
      List<Integer> next = new ArrayList<>();
      flow.successors(block).forEach(successor -> next.add(index(successor)));
      if (ends.contains(block)) {
        next.add(0);
      }
      predecessors.add(next.stream().mapToInt(Integer::intValue).toArray());
    }
    this.tree = new DominatorTree(predecessors);
    flow.reversePostOrder().forEach(this::addControlled);
  }

  /** Returns whether {@code a} post-dominates {@code b}; both are reachable. */
  public boolean dominates(Block a, Block b) {
    return tree.dominates(index(a), index(b));
  }

  /** Returns the next block that every path from {@code block} reaches; null where it may end. */
  public @Nullable Block immediatePostDominator(Block block) {
    int parent = tree.parent(index(block));
    return parent == 0 ? null : order.get(parent - 1);
  }

  /**
   * Returns the blocks whose execution depends directly on which way {@code branch} goes (control
   * dependence: Ferrante, Ottenstein and Warren, "The Program Dependence Graph").
   */
  public Set<Block> controlledBy(Block branch) {
    return controlled.getOrDefault(branch, Set.of());
  }

  private int index(Block block) {
    Integer index = indexOf.get(block);
    if (index == null) {
      throw new IllegalArgumentException("block " + block + " is not reachable");
    }
    return index;
  }

  private void addControlled(Block branch) {
    Block stop = immediatePostDominator(branch);
    for (Block successor : flow.successors(branch)) {
      for (Block runner = successor;
          runner != null && runner != stop;
          runner = immediatePostDominator(runner)) {
        controlled.computeIfAbsent(branch, b -> new LinkedHashSet<>()).add(runner);
      }
    }
  }

  /** Numbers the blocks in reverse post-order of the reversed graph; 0 is the end. */
  private void number() {
    List<Block> postOrder = new ArrayList<>();
    Set<Block> seen = new HashSet<>();
    for (Block block : flow.reversePostOrder()) {
      if (flow.successors(block).isEmpty()) {
        ends.add(block);
        walk(block, seen, postOrder);
      }
    }
    for (Block block : flow.reversePostOrder().reversed()) {
      if (!seen.contains(block)) {
        ends.add(block);
        walk(block, seen, postOrder);
      }
    }
    order.addAll(postOrder.reversed());
    for (int i = 0; i < order.size(); i++) {
      indexOf.put(order.get(i), i + 1);
    }
  }

  private record Visit(Block block, Deque<Block> rest) {}

  private void walk(Block start, Set<Block> seen, List<Block> postOrder) {
    Deque<Visit> stack = new ArrayDeque<>();
    seen.add(start);
    stack.push(new Visit(start, before(start)));
    while (!stack.isEmpty()) {
      Visit visit = stack.element();
      if (visit.rest().isEmpty()) {
        postOrder.add(visit.block());
        stack.pop();
        continue;
      }
      Block next = visit.rest().pop();
      if (seen.add(next)) {
        stack.push(new Visit(next, before(next)));
      }
    }
  }

  private Deque<Block> before(Block block) {
    Deque<Block> blocks = new ArrayDeque<>(flow.predecessors(block));
    blocks.removeIf(predecessor -> !flow.isReachable(predecessor));
    return blocks;
  }
}

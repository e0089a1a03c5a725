package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The control-flow graph of a function as it was when this was made: predecessors, successors,
 * reachability and reverse post-order. Edges are counted once for each pair of blocks.
 */
public final class ControlFlow {
  private final Function function;
  private final Map<Block, List<Block>> predecessors = new HashMap<>();
  private final Map<Block, List<Block>> successors = new HashMap<>();
  private final List<Block> reversePostOrder;
  private final Map<Block, Integer> orderIndex = new HashMap<>();

  /**
   * Reads the graph of {@code function}, which has at least one block.
   *
   * @throws IllegalArgumentException if a branch leaves the function
   */
  public ControlFlow(Function function) {
    this.function = function;
    function.blocks().forEach(block -> predecessors.put(block, new ArrayList<>()));
    for (Block block : function.blocks()) {
      List<Block> targets = List.copyOf(new LinkedHashSet<>(block.successors()));
      successors.put(block, targets);
      targets.forEach(target -> predecessorsOf(target).add(block));
    }
    this.reversePostOrder = reversePostOrder(function, this::successors);
    for (int i = 0; i < reversePostOrder.size(); i++) {
      orderIndex.put(reversePostOrder.get(i), i);
    }
  }

  /** Returns the function whose graph this is. */
  public Function function() {
    return function;
  }

  /** Returns the blocks that can run just before {@code block}, each once, in block order. */
  public List<Block> predecessors(Block block) {
    return Collections.unmodifiableList(predecessorsOf(block));
  }

  /** Returns the blocks that can run just after {@code block}, each once. */
  public List<Block> successors(Block block) {
    List<Block> targets = successors.get(block);
    if (targets == null) {
      throw new IllegalArgumentException("block " + block + " is not in " + function);
    }
    return targets;
  }

  /** Returns the reachable blocks, each before its successors but for loops' back edges. */
  public List<Block> reversePostOrder() {
    return reversePostOrder;
  }

  /** Returns the position of a reachable block in the reverse post-order. */
  public int orderOf(Block block) {
    Integer index = orderIndex.get(block);
    if (index == null) {
      throw new IllegalArgumentException("block " + block + " is not reachable in " + function);
    }
    return index;
  }

  /** Returns whether a path leads from the entry to {@code block}. */
  public boolean isReachable(Block block) {
    return orderIndex.containsKey(block);
  }

  private List<Block> predecessorsOf(Block block) {
    List<Block> sources = predecessors.get(block);
    if (sources == null) {
      throw new IllegalArgumentException("block " + block + " is not in " + function);
    }
    return sources;
  }

  private record Visit(Block block, Iterator<Block> rest) {}

  /**
   * Returns the reachable blocks of a function, each before its successors but for loops' back
   * edges, with {@link Block#successors} in their own order.
   */
  public static List<Block> reversePostOrder(Function function) {
    return reversePostOrder(function, Block::successors);
  }

  private static List<Block> reversePostOrder(
      Function function, java.util.function.Function<Block, List<Block>> successors) {
    List<Block> postOrder = new ArrayList<>();
    Set<Block> seen = new HashSet<>();
    Deque<Visit> stack = new ArrayDeque<>();
    Block next = function.entry();
    seen.add(next);
    stack.push(new Visit(next, successors.apply(next).iterator()));
    while (!stack.isEmpty()) {
      Visit visit = stack.element();
      if (!visit.rest().hasNext()) {
        postOrder.add(visit.block());
        stack.pop();
        continue;
      }
      next = visit.rest().next();
      if (seen.add(next)) {
        stack.push(new Visit(next, successors.apply(next).iterator()));
      }
    }
    return List.copyOf(postOrder.reversed());
  }
}

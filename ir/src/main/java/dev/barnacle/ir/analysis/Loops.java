package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Block;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The natural loops of a function: a header and the blocks that lead back to it without leaving its
 * dominance. Back edges to one header make one loop.
 */
public final class Loops {
  private final Map<Block, Loop> byHeader = new LinkedHashMap<>();
  private boolean reducible = true;

  /** An edge of the control-flow graph. */
  public record Edge(Block from, Block to) {}

  /**
   * A natural loop.
   *
   * @param header the block through which it is entered
   * @param blocks all its blocks, with the header
   * @param backEdges the edges to the header from within
   * @param exits the edges that leave it
   */
  public record Loop(Block header, Set<Block> blocks, List<Edge> backEdges, List<Edge> exits) {
    /** Returns whether {@code block} is in the loop. */
    public boolean contains(Block block) {
      return blocks.contains(block);
    }
  }

  /** Finds the loops. */
  public Loops(Dominators dominators) {
    ControlFlow flow = dominators.flow();
    Map<Block, List<Edge>> backEdges = new LinkedHashMap<>();
    for (Block block : flow.reversePostOrder()) {
      for (Block target : flow.successors(block)) {
        if (dominators.dominates(target, block)) {
          backEdges.computeIfAbsent(target, b -> new ArrayList<>()).add(new Edge(block, target));
        } else if (flow.orderOf(target) <= flow.orderOf(block)) {
          reducible = false;
        }
      }
    }
    for (Block header : flow.reversePostOrder()) {
      List<Edge> edges = backEdges.get(header);
      if (edges != null) {
        byHeader.put(header, loop(flow, header, edges));
      }
    }
  }

  /** Returns the loops, each behind those that contain it. */
  public List<Loop> all() {
    return List.copyOf(byHeader.values());
  }

  /** Returns the loops that contain {@code block}, the outermost first. */
  public List<Loop> containing(Block block) {
    return byHeader.values().stream().filter(loop -> loop.contains(block)).toList();
  }

  /** Returns whether every cycle is a natural loop, so that no jump enters one past its header. */
  public boolean isReducible() {
    return reducible;
  }

  private static Loop loop(ControlFlow flow, Block header, List<Edge> backEdges) {
    Set<Block> blocks = new LinkedHashSet<>();
    blocks.add(header);
    Deque<Block> work = new ArrayDeque<>();
    backEdges.forEach(edge -> work.add(edge.from()));
    while (!work.isEmpty()) {
      Block block = work.pop();
      if (blocks.add(block)) {
        flow.predecessors(block).stream().filter(flow::isReachable).forEach(work::add);
      }
    }
    List<Edge> exits = new ArrayList<>();
    for (Block block : blocks) {
      for (Block target : flow.successors(block)) {
        if (!blocks.contains(target)) {
          exits.add(new Edge(block, target));
        }
      }
    }
    return new Loop(header, Set.copyOf(blocks), List.copyOf(backEdges), List.copyOf(exits));
  }
}

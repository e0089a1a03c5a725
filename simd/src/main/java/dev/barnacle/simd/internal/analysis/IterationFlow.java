package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Loops;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The control flow of one iteration of a loop, or of a region outside of its loops: without the
 * jumps back to the loop's start, and with each loop inside as one node, its header. It tells which
 * nodes every lane comes to that runs an earlier one, <em>in the same iteration</em>: after a
 * {@code continue} a lane may come to the rest of the body later.
 */
final class IterationFlow {
  private final ControlFlow flow;
  private final Loops loops;
  private final Loops.@Nullable Loop level;
  private final BiPredicate<Block, Block> jumps;
  private final int depth;
  private final Map<Block, Integer> numbers = new HashMap<>();
  private final Map<Block, BitSet> reached = new HashMap<>();

  /**
   * Reads the flow.
   *
   * @param level the loop; null for the region
   * @param jumps whether lanes take the edge between two nodes out of the loop only all together
   */
  IterationFlow(
      ControlFlow flow, Loops loops, Loops.@Nullable Loop level, BiPredicate<Block, Block> jumps) {
    this.flow = flow;
    this.jumps = jumps;
    this.loops = loops;
    this.level = level;
    this.depth = level == null ? 0 : loops.containing(level.header()).indexOf(level) + 1;
    List<Block> nodes =
        flow.reversePostOrder().stream()
            .filter(b -> (level == null || level.contains(b)) && node(b).equals(b))
            .toList();
    for (Block node : nodes) {
      numbers.put(node, numbers.size());
    }
    // Successors come later in this order, so they are known before.
    nodes.reversed().forEach(node -> reached.put(node, always(node)));
  }

  /**
   * Returns whether all lanes that run {@code node} come to {@code later} in the same iteration,
   * unless all leave the loop together.
   */
  boolean leadsTo(Block node, Block later) {
    BitSet all = reached.get(node);
    Integer number = numbers.get(later);
    return all != null && number != null && all.get(number);
  }

  /** Returns the node that stands for a block of this level: itself, or the header of its loop. */
  private Block node(Block block) {
    List<Loops.Loop> around = loops.containing(block);
    return around.size() > depth ? around.get(depth).header() : block;
  }

  private BitSet always(Block node) {
    BitSet all = null;
    boolean isHere = loops.containing(node).size() <= depth;
    for (Block successor : successors(node)) {
      if (isHere && jumps.test(node, successor)) {
        continue;
      }
      BitSet next = ends(successor) ? null : reached.get(node(successor));
      if (next == null) {
        all = new BitSet();
        break;
      }
      if (all == null) {
        all = (BitSet) next.clone();
      } else {
        all.and(next);
      }
    }
    all = all == null ? new BitSet() : all;
    Integer own = numbers.get(node);
    if (own != null) {
      all.set(own);
    }
    return all;
  }

  /** Returns where a block, or the loop that it is the header of, goes on. */
  private List<Block> successors(Block node) {
    List<Loops.Loop> around = loops.containing(node);
    if (around.size() <= depth) {
      return flow.successors(node);
    }
    List<Block> exits = new ArrayList<>();
    around.get(depth).exits().forEach(edge -> exits.add(edge.to()));
    return exits;
  }

  /** Returns whether a jump to {@code target} ends the iteration. */
  private boolean ends(Block target) {
    return level != null && (!level.contains(target) || target.equals(level.header()));
  }
}

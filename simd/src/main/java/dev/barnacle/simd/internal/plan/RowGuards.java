package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Loops;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds what each iteration of a loop does as long as its counter is below further bounds: {@code k
 * < length ? row[k] : 0}. Where the last of several iterations is below them, so are the others.
 */
final class RowGuards {
  private final ControlFlow flow;
  private final Loops.Loop loop;
  private final Block latch;

  /**
   * The bounds that branches ask for, by their blocks; the first successor is for what is below.
   */
  private final Map<Block, RowLoadSearch.Bound> guards = new LinkedHashMap<>();

  /**
   * Looks for such branches.
   *
   * @param bounds returns the bound that a test asks for, null if it asks for none
   */
  RowGuards(
      ControlFlow flow,
      Loops.Loop loop,
      Block latch,
      Function<Compare, RowLoadSearch.@Nullable Bound> bounds) {
    this.flow = flow;
    this.loop = loop;
    this.latch = latch;
    for (Block block : loop.blocks()) {
      if (!block.equals(loop.header())
          && block.terminator() instanceof ConditionalBranch branch
          && branch.condition() instanceof Compare test) {
        RowLoadSearch.Bound bound = bounds.apply(test);
        if (bound != null) {
          guards.put(block, bound);
        }
      }
    }
  }

  /** Returns whether each iteration runs a block, as long as the counter is below all bounds. */
  boolean isAlways(Block block) {
    return !reaches(latch, block, guards.keySet());
  }

  /** Returns the bounds without which an iteration may leave out one of the accesses. */
  List<RowLoadSearch.Bound> needed(List<Instruction> accesses) {
    Set<Block> homes = new HashSet<>();
    for (Block block : loop.blocks()) {
      if (block.instructions().stream().anyMatch(accesses::contains)) {
        homes.add(block);
      }
    }
    Set<Block> needed = new HashSet<>(guards.keySet());
    for (Block guard : guards.keySet()) {
      needed.remove(guard);
      if (homes.stream().anyMatch(home -> reaches(latch, home, needed))) {
        needed.add(guard);
      }
    }
    return guards.entrySet().stream()
        .filter(e -> needed.contains(e.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Returns whether an iteration may come to a block around another one. */
  private boolean reaches(Block target, Block around, Set<Block> below) {
    Set<Block> seen = new HashSet<>(Set.of(around));
    Deque<Block> next = new ArrayDeque<>();
    if (seen.add(loop.header())) {
      next.add(loop.header());
    }
    while (!next.isEmpty()) {
      Block block = next.remove();
      if (block.equals(target)) {
        return true;
      }
      List<Block> successors = flow.successors(block);
      for (Block s : below.contains(block) ? successors.subList(0, 1) : successors) {
        if (loop.contains(s) && !s.equals(loop.header()) && seen.add(s)) {
          next.add(s);
        }
      }
    }
    return false;
  }
}

package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.analysis.ControlFlow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds conditions of several parts, {@code a && b && c}, which come from the compiler as branches
 * of which each leads to the next or to a common block. As one condition they are as likely as
 * others are; taken for one by one, six of them would be true once in 64 times. Parts that ask
 * whether values are the same stand alone: a search through hashes asks for one word after the
 * other, each of which is rare.
 */
final class ConditionChains {
  private final ControlFlow flow;

  /** The parts of the chain that a block's branch is of, and where all its branches may go. */
  private final Map<Block, Chain> chains = new HashMap<>();

  private record Chain(int parts, Block common) {}

  ConditionChains(ControlFlow flow) {
    this.flow = flow;
    for (Block block : flow.reversePostOrder()) {
      if (!chains.containsKey(block)) {
        follow(block);
      }
    }
  }

  /** Returns how many parts the condition has that a block's branch is of. */
  int parts(Block from) {
    Chain chain = chains.get(from);
    return chain == null ? 1 : chain.parts();
  }

  /** Returns whether the branch of a chain goes to where all its branches may go. */
  boolean isCommon(Block from, Block target) {
    Chain chain = chains.get(from);
    return chain != null && chain.common().equals(target);
  }

  private void follow(Block first) {
    for (Block common : flow.successors(first)) {
      List<Block> all = new ArrayList<>(List.of(first));
      for (Block next = next(first, common); next != null; next = next(next, common)) {
        all.add(next);
      }
      if (all.size() > 1) {
        all.forEach(b -> chains.put(b, new Chain(all.size(), common)));
        return;
      }
    }
  }

  /** Returns the block with the next part of the condition, null after the last one. */
  private @Nullable Block next(Block block, Block common) {
    List<Block> successors = flow.successors(block);
    if (successors.size() != 2 || isEquality(block)) {
      return null;
    }
    Block other = successors.get(successors.getFirst().equals(common) ? 1 : 0);
    boolean goesOn =
        !other.equals(common)
            && flow.predecessors(other).size() == 1
            && flow.successors(other).size() == 2
            && flow.successors(other).contains(common)
            && flow.orderOf(other) > flow.orderOf(block)
            && !isEquality(other);
    return goesOn ? other : null;
  }

  /** Returns whether a branch asks if two values are the same, which they seldom are. */
  private static boolean isEquality(Block block) {
    return block.terminator().operand(0) instanceof Compare compare
        && switch (compare.predicate()) {
          case EQ, NE, OEQ, ONE, UEQ, UNE -> true;
          default -> false;
        };
  }
}

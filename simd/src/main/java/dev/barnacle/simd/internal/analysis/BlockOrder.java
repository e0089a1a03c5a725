package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** Orders of a function's blocks. */
public final class BlockOrder {
  private BlockOrder() {}

  private record Visit(Block block, Iterator<Block> rest) {}

  /**
   * Returns the reachable blocks so that, but for back edges, each stands after its predecessors.
   */
  public static List<Block> reversePostOrder(Function function) {
    List<Block> postOrder = new ArrayList<>();
    Set<Block> seen = new HashSet<>();
    Deque<Visit> stack = new ArrayDeque<>();
    seen.add(function.entry());
    stack.push(new Visit(function.entry(), function.entry().successors().iterator()));
    while (!stack.isEmpty()) {
      Visit visit = stack.element();
      if (!visit.rest().hasNext()) {
        postOrder.add(visit.block());
        stack.pop();
        continue;
      }
      Block next = visit.rest().next();
      if (seen.add(next)) {
        stack.push(new Visit(next, next.successors().iterator()));
      }
    }
    return postOrder.reversed();
  }
}

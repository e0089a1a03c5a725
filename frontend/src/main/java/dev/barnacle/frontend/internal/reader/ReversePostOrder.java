package dev.barnacle.frontend.internal.reader;

import dev.barnacle.llvm.view.LlvmBlock;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** The reverse post-order of a function's reachable blocks: a block comes after its dominators. */
final class ReversePostOrder {
  /** A block on the way down and those of its successors that are still to be visited. */
  private record Visit(LlvmBlock block, Iterator<LlvmBlock> rest) {
    static Visit of(LlvmBlock block) {
      List<LlvmInstruction> instructions = block.instructions();
      LlvmInstruction last = instructions.getLast();
      return new Visit(block, last.successors().iterator());
    }
  }

  private ReversePostOrder() {}

  static List<LlvmBlock> of(LlvmFunction function) {
    List<LlvmBlock> order = new ArrayList<>();
    Set<LlvmBlock> seen = new HashSet<>();
    Deque<Visit> path = new ArrayDeque<>();
    LlvmBlock entry = function.blocks().getFirst();
    seen.add(entry);
    path.push(Visit.of(entry));
    while (!path.isEmpty()) {
      Visit visit = path.element();
      if (!visit.rest().hasNext()) {
        order.add(visit.block());
        path.pop();
        continue;
      }
      LlvmBlock next = visit.rest().next();
      if (seen.add(next)) {
        path.push(Visit.of(next));
      }
    }
    Collections.reverse(order);
    return order;
  }
}

package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.ir.analysis.Pieces;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The blocks of a function that can be reached, its loops, and what is live where they begin. */
final class Flow {
  private final ControlFlow control;
  private final Set<Value> used = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Value> usedHere = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Block> heads = new LinkedHashSet<>();

  Flow(Function function) {
    control = new ControlFlow(function);
    for (Block block : order()) {
      for (Instruction i : block.instructions()) {
        used.addAll(i.operands());
        if (!(i instanceof Return)) {
          usedHere.addAll(i.operands());
        }
      }
      for (Block next : block.successors()) {
        if (isBack(block, next)) {
          heads.add(next);
        }
      }
    }
  }

  /** Returns whether a result is an operand of something. */
  boolean isUsed(Instruction instruction) {
    return used.contains(instruction);
  }

  /** Returns whether a result is an operand of something but a return. */
  boolean isUsedHere(Instruction instruction) {
    return usedHere.contains(instruction);
  }

  /** Returns the blocks in reverse postorder: only back edges go to an earlier one or to itself. */
  List<Block> order() {
    return control.reversePostOrder();
  }

  /** Returns whether an edge goes back. */
  boolean isBack(Block from, Block to) {
    return control.orderOf(to) <= control.orderOf(from);
  }

  /** Returns the blocks that back edges lead to. */
  Set<Block> heads() {
    return heads;
  }

  /** Returns the blocks of the loop that a head begins: those from which a back edge is reached. */
  Set<Block> loop(Block head) {
    Set<Block> body = Collections.newSetFromMap(new IdentityHashMap<>());
    body.add(head);
    Deque<Block> left = new ArrayDeque<>();
    for (Block before : control.predecessors(head)) {
      if (control.isReachable(before) && isBack(before, head)) {
        left.push(before);
      }
    }
    while (!left.isEmpty()) {
      Block block = left.pop();
      if (control.isReachable(block) && body.add(block)) {
        control.predecessors(block).forEach(left::push);
      }
    }
    return body;
  }

  /** Returns the results that are live where loops begin, the phis there included. */
  List<List<Value>> liveAtHeads() {
    List<List<Value>> all = new ArrayList<>();
    if (!heads.isEmpty()) {
      Pieces pieces = new Pieces(control.function(), i -> false);
      Liveness liveness = new Liveness(pieces);
      for (Block head : heads) {
        List<Value> live = new ArrayList<>(liveness.liveIn(pieces.first(head)));
        live.addAll(head.phis());
        all.add(live);
      }
    }
    return all;
  }
}

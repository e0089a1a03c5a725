package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The blocks of a function that can be reached, its loops, and what is live where they begin. */
final class Flow {
  private final List<Block> order = new ArrayList<>();
  private final IdentityHashMap<Block, Integer> numbers = new IdentityHashMap<>();
  private final Set<Value> used = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Value> usedHere = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Block> heads = new LinkedHashSet<>();
  private final IdentityHashMap<Block, Set<Value>> live = new IdentityHashMap<>();

  Flow(Function function) {
    visit(function.entry());
    Collections.reverse(order);
    for (Block block : order) {
      for (Instruction i : block.instructions()) {
        used.addAll(i.operands());
        if (!(i instanceof Return)) {
          usedHere.addAll(i.operands());
        }
      }
      numbers.put(block, numbers.size());
      live.put(block, Collections.newSetFromMap(new IdentityHashMap<>()));
    }
    for (Block block : order) {
      for (Block next : block.successors()) {
        if (isBack(block, next)) {
          heads.add(next);
        }
      }
    }
    if (!heads.isEmpty()) {
      liveness();
    }
  }

  /** Depth first, without recursion: kernels may have many thousand blocks. */
  private void visit(Block entry) {
    Set<Block> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Block> path = new ArrayDeque<>();
    Deque<Iterator<Block>> left = new ArrayDeque<>();
    seen.add(entry);
    path.push(entry);
    left.push(entry.successors().iterator());
    while (!path.isEmpty()) {
      if (!left.element().hasNext()) {
        order.add(path.pop());
        left.pop();
        continue;
      }
      Block next = left.element().next();
      if (seen.add(next)) {
        path.push(next);
        left.push(next.successors().iterator());
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
    return order;
  }

  /** Returns whether an edge goes back. */
  boolean isBack(Block from, Block to) {
    return numbers.getOrDefault(to, 0) <= numbers.getOrDefault(from, 0);
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
    for (Block block : order) {
      if (block.successors().contains(head) && isBack(block, head)) {
        left.push(block);
      }
    }
    while (!left.isEmpty()) {
      Block block = left.pop();
      if (body.add(block)) {
        for (Block before : order) {
          if (before.successors().contains(block)) {
            left.push(before);
          }
        }
      }
    }
    return body;
  }

  /** Returns what is live where a block begins, its phis included. */
  List<Value> liveIn(Block block) {
    List<Value> list = new ArrayList<>(live.getOrDefault(block, Set.of()));
    list.addAll(block.phis());
    return list;
  }

  private void liveness() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = order.size() - 1; i >= 0; i--) {
        changed |= update(order.get(i));
      }
    }
  }

  private boolean update(Block block) {
    Set<Value> now = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Block next : block.successors()) {
      now.addAll(live.getOrDefault(next, Set.of()));
      for (Phi phi : next.phis()) {
        now.remove(phi);
        use(now, phi.incoming(block));
      }
    }
    List<Instruction> instructions = block.instructions();
    for (int i = instructions.size() - 1; i >= 0; i--) {
      Instruction instruction = instructions.get(i);
      now.remove(instruction);
      if (!(instruction instanceof Phi)) {
        instruction.operands().forEach(v -> use(now, v));
      }
    }
    Set<Value> before = live.getOrDefault(block, Set.of());
    boolean changed = now.size() != before.size();
    if (changed) {
      live.put(block, now);
    }
    return changed;
  }

  private static void use(Set<Value> set, Value value) {
    if (!(value instanceof Constant) && !(value instanceof GlobalVariable)) {
      set.add(value);
    }
  }
}

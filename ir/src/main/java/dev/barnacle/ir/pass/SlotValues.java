package dev.barnacle.ir.pass;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Replaces loads and stores of slots by the values that are there, with phis where ways meet that
 * bring different ones (Braun et al., "Simple and Efficient Construction of Static Single
 * Assignment Form", CC 2013), in blocks where the slot is still to be read.
 */
final class SlotValues {
  private final ControlFlow flow;
  private final Map<Instruction, PromoteVariables.Slot> accesses;
  private final Map<PromoteVariables.Slot, Set<Block>> live = new LinkedHashMap<>();
  private final Map<Block, Map<PromoteVariables.Slot, Value>> ends = new HashMap<>();
  private final Map<Phi, PromoteVariables.Slot> phis = new LinkedHashMap<>();
  private final Map<Phi, Block> homes = new HashMap<>();
  private final Map<Value, Value> replaced = new HashMap<>();

  /**
   * Prepares the replacement.
   *
   * @param accesses the loads and stores, with the slot that each is of
   */
  SlotValues(ControlFlow flow, Map<Instruction, PromoteVariables.Slot> accesses) {
    this.flow = flow;
    this.accesses = accesses;
  }

  /** Does it. */
  void rewrite() {
    findLive();
    for (Block block : flow.reversePostOrder()) {
      rewrite(block);
    }
    phis.forEach(this::complete);
    removeNeedless();
    for (Block block : flow.reversePostOrder()) {
      block.instructions().removeIf(replaced::containsKey);
      block.instructions().forEach(i -> i.mapOperands(this::latest));
    }
  }

  /** Finds the blocks at whose beginning a slot holds what is read later. */
  private void findLive() {
    Map<PromoteVariables.Slot, Set<Block>> stored = new HashMap<>();
    Map<PromoteVariables.Slot, Deque<Block>> work = new LinkedHashMap<>();
    for (Block block : flow.reversePostOrder()) {
      for (Instruction instruction : block.instructions()) {
        PromoteVariables.Slot slot = accesses.get(instruction);
        if (slot != null) {
          Set<Block> all = stored.computeIfAbsent(slot, s -> new HashSet<>());
          if (instruction instanceof Store) {
            all.add(block);
          } else if (!all.contains(block)
              && live.computeIfAbsent(slot, s -> new LinkedHashSet<>()).add(block)) {
            work.computeIfAbsent(slot, s -> new ArrayDeque<>()).add(block);
          }
        }
      }
    }
    work.forEach((slot, blocks) -> spread(slot, blocks, stored.getOrDefault(slot, Set.of())));
  }

  private void spread(PromoteVariables.Slot slot, Deque<Block> work, Set<Block> stored) {
    Set<Block> all = live.getOrDefault(slot, Set.of());
    while (!work.isEmpty()) {
      for (Block before : flow.predecessors(work.remove())) {
        if (flow.isReachable(before) && !stored.contains(before) && all.add(before)) {
          work.add(before);
        }
      }
    }
  }

  private void rewrite(Block block) {
    Map<PromoteVariables.Slot, Value> values = new HashMap<>();
    List<Instruction> made = new ArrayList<>();
    List<Phi> starting = new ArrayList<>();
    live.forEach(
        (slot, blocks) -> {
          if (blocks.contains(block)) {
            Value value = atStart(slot, block);
            values.put(slot, value);
            if (value instanceof Phi phi && homes.get(phi) == block) {
              starting.add(phi);
            }
          }
        });
    for (Instruction instruction : block.instructions()) {
      PromoteVariables.Slot slot = accesses.get(instruction);
      if (slot == null) {
        made.add(instruction);
      } else if (instruction instanceof Store store) {
        values.put(slot, as(slot.type(), store.value(), store, made));
      } else if (instruction instanceof Load load) {
        Value value = values.getOrDefault(slot, new UndefConstant(slot.type()));
        replaced.put(load, as(load.type(), value, load, made));
      }
    }
    block.instructions().clear();
    block.instructions().addAll(made);
    block.instructions().addAll(0, starting);
    ends.put(block, values);
  }

  private Value atStart(PromoteVariables.Slot slot, Block block) {
    List<Block> before = flow.predecessors(block).stream().filter(flow::isReachable).toList();
    if (before.isEmpty()) {
      return new UndefConstant(slot.type());
    }
    if (before.size() == 1) {
      return atEnd(slot, before.getFirst());
    }
    Phi phi = new Phi(slot.type());
    phis.put(phi, slot);
    homes.put(phi, block);
    return phi;
  }

  private Value atEnd(PromoteVariables.Slot slot, Block block) {
    Map<PromoteVariables.Slot, Value> values = ends.getOrDefault(block, Map.of());
    return values.getOrDefault(slot, new UndefConstant(slot.type()));
  }

  private void complete(Phi phi, PromoteVariables.Slot slot) {
    Block block = homes.getOrDefault(phi, flow.reversePostOrder().getFirst());
    for (Block before : flow.predecessors(block)) {
      phi.addIncoming(atEnd(slot, before), before);
    }
  }

  /** Returns a value as one of another type with the same bits. */
  private Value as(Type type, Value given, Instruction place, List<Instruction> made) {
    Value value = latest(given);
    if (value.type().equals(type)) {
      return value;
    }
    if (value instanceof Cast before
        && before.op() == Cast.Op.BITCAST
        && before.operand(0).type().equals(type)) {
      return before.operand(0);
    }
    Cast cast = new Cast(Cast.Op.BITCAST, value, type);
    cast.setLocation(place.location());
    made.add(cast);
    return cast;
  }

  /** Removes phis to which one value comes, or themselves. */
  private void removeNeedless() {
    boolean removed = true;
    while (removed) {
      removed = false;
      for (Phi phi : phis.keySet()) {
        if (!replaced.containsKey(phi)) {
          Set<Value> incoming = new LinkedHashSet<>();
          phi.operands().forEach(o -> incoming.add(latest(o)));
          incoming.remove(phi);
          if (incoming.size() == 1) {
            replaced.put(phi, incoming.iterator().next());
            removed = true;
          }
        }
      }
    }
  }

  private Value latest(Value value) {
    Value last = value;
    for (Value next = replaced.get(last); next != null; next = replaced.get(last)) {
      last = next;
    }
    return last;
  }
}

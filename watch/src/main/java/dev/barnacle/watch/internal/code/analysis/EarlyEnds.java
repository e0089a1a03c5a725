package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Ends of lives of variables that come before the last use of what they held: where a function with
 * barriers has been inlined, its result is loaded from a variable, that variable's life ends, and
 * then the result is stored. A store of a vector asks the variables that it comes from which lanes
 * had been written ({@link LaneOrigins}), so these must not have been forgotten by then. They are
 * forgotten where the variable's next life begins.
 */
public final class EarlyEnds {
  private final Map<Value, List<Instruction>> users;
  private final Set<MemoryFill> ends = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Value> variables = new HashSet<>();

  /**
   * Finds them.
   *
   * @param users of each value, the instructions that have it as an operand
   */
  EarlyEnds(Collection<Function> functions, Map<Value, List<Instruction>> users) {
    this.users = users;
    for (Function function : functions) {
      function.blocks().forEach(this::find);
    }
  }

  /** Returns whether a fill is one. */
  public boolean contains(MemoryFill fill) {
    return ends.contains(fill);
  }

  /** Returns whether a variable has one, so that what follows may begin its next life instead. */
  public boolean isOf(Value variable) {
    return variables.contains(variable);
  }

  private void find(Block block) {
    Set<Instruction> before = new HashSet<>();
    Map<Value, List<Instruction>> loads = new HashMap<>();
    for (Instruction i : block.instructions()) {
      if (i instanceof MemoryFill fill && fill.operand(1) instanceof UndefConstant) {
        Value variable = fill.operand(0);
        List<Instruction> held = loads.getOrDefault(variable, List.of());
        if (held.stream().anyMatch(load -> outlives(load, before))) {
          ends.add(fill);
          variables.add(variable);
        }
      } else if (i instanceof Load load && LanesUsed.isVariable(load)) {
        loads.computeIfAbsent(load.pointer(), p -> new ArrayList<>()).add(load);
      }
      before.add(i);
    }
  }

  /** Returns whether lanes of a value are used by others than instructions that have been. */
  private boolean outlives(Instruction load, Set<Instruction> before) {
    Set<Instruction> seen = new HashSet<>();
    Deque<Instruction> open = new ArrayDeque<>(List.of(load));
    while (!open.isEmpty()) {
      for (Instruction user : users.getOrDefault(open.pop(), List.of())) {
        if (!before.contains(user)) {
          return true;
        }
        if (movesLanes(user) && seen.add(user)) {
          open.push(user);
        }
      }
    }
    return false;
  }

  private static boolean movesLanes(Instruction i) {
    return i instanceof InsertElement || i instanceof Shuffle || LanesUsed.isLaneByLane(i);
  }
}

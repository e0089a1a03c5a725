package dev.barnacle.frontend.internal.reader;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Takes out what was made of a wider operation and is used by nobody. */
final class SpareInstructions {
  private SpareInstructions() {}

  /**
   * Removes the instructions of a set that no instruction outside of it needs.
   *
   * @param spare instructions without effects
   */
  static void remove(Function function, Set<Instruction> spare) {
    if (spare.isEmpty()) {
      return;
    }
    Set<Value> needed = needed(function, spare);
    for (Block block : function.blocks()) {
      block.instructions().removeIf(i -> spare.contains(i) && !needed.contains(i));
    }
  }

  private static Set<Value> needed(Function function, Set<Instruction> spare) {
    Set<Value> needed = new HashSet<>();
    Deque<Instruction> work = new ArrayDeque<>();
    for (Block block : function.blocks()) {
      block.instructions().stream().filter(i -> !spare.contains(i)).forEach(work::add);
    }
    while (!work.isEmpty()) {
      for (Value operand : work.pop().operands()) {
        if (operand instanceof Instruction i && needed.add(i)) {
          work.push(i);
        }
      }
    }
    return needed;
  }
}

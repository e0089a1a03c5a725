package dev.barnacle.frontend.internal.reader;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.pass.DeadCodeElimination;
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
    Set<Value> needed = DeadCodeElimination.needed(function, spare::contains);
    for (Block block : function.blocks()) {
      block.instructions().removeIf(i -> spare.contains(i) && !needed.contains(i));
    }
  }
}

package dev.barnacle.explore.internal.program;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The cells of private memory: one for a variable that is only loaded and stored; otherwise one for
 * each byte, of which an access uses the one at its address, as all accesses of it have one size.
 */
final class PrivateCells {
  private final Set<Value> arrays = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The values that are used for more than to be stored. */
  private final Set<Value> used = Collections.newSetFromMap(new IdentityHashMap<>());

  PrivateCells(List<Block> blocks) {
    for (Block block : blocks) {
      for (Instruction i : block.instructions()) {
        for (int k = 0; k < i.operands().size(); k++) {
          look(i, k);
        }
      }
    }
  }

  private void look(Instruction i, int operand) {
    boolean stored = i instanceof Store && operand == 0;
    if (!stored) {
      used.add(i.operand(operand));
    }
    boolean pointer = i instanceof Load || (i instanceof Store && operand == 1);
    if (!pointer && i.operand(operand) instanceof Alloca) {
      arrays.add(i.operand(operand));
    }
  }

  /** Returns how many cells a piece of private memory has. */
  int of(Alloca memory) {
    return arrays.contains(memory) ? Math.toIntExact(memory.byteSize()) : 1;
  }

  /** Returns whether a value is used for more than to be stored. */
  boolean isUsed(Value value) {
    return used.contains(value);
  }
}

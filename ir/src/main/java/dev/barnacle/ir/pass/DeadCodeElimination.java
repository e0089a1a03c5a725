package dev.barnacle.ir.pass;

import dev.barnacle.ir.AddressSpaceTest;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Removes instructions without effect whose result nobody needs, cycles of phis too. Memory
 * accesses stay, loads as well: the memory model sees them.
 */
public final class DeadCodeElimination implements Pass {
  @Override
  public String name() {
    return "dead-code-elimination";
  }

  @Override
  public String summary() {
    return "removes pure instructions whose result nobody needs";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      Set<Value> needed = needed(function, DeadCodeElimination::isPure);
      for (Block block : function.blocks()) {
        changed |= block.instructions().removeIf(i -> isPure(i) && !needed.contains(i));
      }
    }
    return changed;
  }

  /** Returns the operands, through any number of instructions, of those that are not spare. */
  public static Set<Value> needed(Function function, Predicate<Instruction> spare) {
    Set<Value> needed = new HashSet<>();
    Deque<Instruction> work = new ArrayDeque<>();
    for (Block block : function.blocks()) {
      block.instructions().stream().filter(spare.negate()).forEach(work::add);
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

  private static boolean isPure(Instruction instruction) {
    return switch (instruction) {
      case Binary _, Unary _, Compare _, Cast _, Select _, Intrinsic _ -> true;
      case ExtractElement _, InsertElement _, Shuffle _ -> true;
      case Alloca _, PointerAdd _, AddressSpaceTest _, WorkItemQuery _, Phi _ -> true;
      default -> false;
    };
  }
}

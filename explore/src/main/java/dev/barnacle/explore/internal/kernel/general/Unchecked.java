package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Code that no model looks at: if a kernel may have it, no answer is complete. */
final class Unchecked {
  private final Set<String> limits = new LinkedHashSet<>();

  /** Looks at the code of a work-item. */
  void add(Function function) throws ExploreException {
    Dominators dominators = new Dominators(new ControlFlow(function));
    for (Block block : dominators.flow().reversePostOrder()) {
      for (Instruction i : block.instructions()) {
        look(i);
        if (i instanceof Alloca memory && !isSet(dominators, memory)) {
          limits.add("reads of private memory that nothing was written to are not looked for");
        }
      }
    }
  }

  private void look(Instruction i) throws ExploreException {
    if (i.operands().stream().anyMatch(UndefConstant.class::isInstance) && !(i instanceof Phi)) {
      limits.add("reads of private memory that nothing was written to are not looked for");
    }
    switch (i) {
      case Barrier b when b.kind() != Barrier.Kind.WORK_GROUP ->
          throw new ExploreException("a .cat file takes no barriers of sub-groups", i.location());
      case AtomicCompareExchange c when c.weak() ->
          limits.add("a weak compare-exchange may fail for no reason, which is not looked at");
      case Binary b when mayFail(b) -> limits.add("divisions by zero are not looked for");
      default -> {}
    }
  }

  /** Returns whether it is a division that may have no quotient. */
  static boolean mayFail(Binary b) {
    return divides(b) && !isSafe(b);
  }

  private static boolean divides(Binary b) {
    return switch (b.op()) {
      case SDIV, UDIV, SREM, UREM -> true;
      default -> false;
    };
  }

  private static boolean isSafe(Binary b) {
    return b.operand(1) instanceof IntConstant c && c.value() != 0 && c.value() != -1;
  }

  /** Returns whether private memory is written to before all that is done with it. */
  private static boolean isSet(Dominators dominators, Alloca memory) {
    List<Block> blocks = dominators.flow().reversePostOrder();
    for (Block block : blocks) {
      Instruction first = firstUse(block, memory);
      if (first == null || isStore(first, memory)) {
        continue;
      }
      boolean set = false;
      for (Block before : blocks) {
        set |=
            before != block
                && dominators.dominates(before, block)
                && before.instructions().stream().anyMatch(i -> isStore(i, memory));
      }
      if (!set) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Instruction firstUse(Block block, Alloca memory) {
    for (Instruction i : block.instructions()) {
      if (i.operands().contains(memory)) {
        return i;
      }
    }
    return null;
  }

  private static boolean isStore(Instruction i, Alloca memory) {
    return i instanceof Store s && s.operand(1) == memory;
  }

  /** Returns what was found. */
  List<String> limits() {
    return new ArrayList<>(limits);
  }
}

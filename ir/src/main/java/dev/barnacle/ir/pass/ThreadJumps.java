package dev.barnacle.ir.pass;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leads jumps past blocks that do nothing but decide by where they are entered from: what is left
 * of {@code a && b} as the condition of a loop. So each operand gets a branch of its own, of which
 * more may be known than of the whole.
 */
public final class ThreadJumps implements Pass {
  @Override
  public String name() {
    return "thread-jumps";
  }

  @Override
  public String summary() {
    return "leads jumps past blocks that only decide by where they come from";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      boolean again = true;
      while (again) {
        again = false;
        for (Block block : function.blocks()) {
          again |= thread(function, block);
        }
        changed |= again;
      }
    }
    return changed;
  }

  /** Leads those jumps past a block whose further way is known. */
  private static boolean thread(Function function, Block block) {
    List<Phi> phis = block.phis();
    if (phis.size() != 1
        || block.instructions().size() != 2
        || !(block.terminatorOrNull() instanceof ConditionalBranch branch)
        || branch.condition() != phis.getFirst()
        || isUsedElsewhere(function, phis.getFirst(), branch)) {
      return false;
    }
    Phi condition = phis.getFirst();
    boolean changed = false;
    for (Block from : List.copyOf(condition.predecessors())) {
      Block target = target(condition.incoming(from), branch);
      if (target != null
          && target != block
          && condition.predecessors().size() > 1
          && !from.successors().contains(target)) {
        lead(from, block, target);
        condition.removeIncoming(condition.predecessors().indexOf(from));
        changed = true;
      }
    }
    return changed;
  }

  private static boolean isUsedElsewhere(Function function, Phi phi, ConditionalBranch branch) {
    return function.instructions().stream()
        .anyMatch(i -> i != branch && i.operands().contains(phi));
  }

  private static @Nullable Block target(Value condition, ConditionalBranch branch) {
    return condition instanceof IntConstant known
        ? branch.successors().get(known.unsigned() != 0 ? 0 : 1)
        : null;
  }

  private static void lead(Block from, Block block, Block target) {
    Terminator terminator = from.terminator();
    for (int s = 0; s < terminator.successors().size(); s++) {
      if (terminator.successors().get(s) == block) {
        terminator.setSuccessor(s, target);
      }
    }
    // What the target gets from the block was known before it, since the block computes nothing.
    target.phis().forEach(phi -> phi.addIncoming(phi.incoming(block), from));
  }
}

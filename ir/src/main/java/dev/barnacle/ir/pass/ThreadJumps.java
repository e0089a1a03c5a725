package dev.barnacle.ir.pass;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Leads jumps past blocks that do nothing but decide by where they are entered from: what is left
 * of {@code a && b} as the condition of a loop, and where {@code break} and {@code continue} come
 * together with the end of a body. So each operand gets a branch of its own, of which more may be
 * known than of the whole, and who stays in a loop does not meet who leaves it.
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
    boolean meets = meets(module);
    for (Function function : module.functions()) {
      boolean again = true;
      while (again) {
        again = false;
        for (Block block : List.copyOf(function.blocks())) {
          Phi decider = decider(block);
          again |= decider != null && new Threading(function, block, decider, meets).run();
        }
        changed |= again;
      }
    }
    return changed;
  }

  /** Returns whether it matters in a module which work-items of a sub-group are where together. */
  private static boolean meets(Module module) {
    return module.functions().stream()
        .flatMap(function -> function.instructions().stream())
        .anyMatch(i -> i instanceof GroupOperation group && group.op().isNonUniform());
  }

  /** Returns the phi that decides where a block leads, if it has nothing but phis. */
  private static @Nullable Phi decider(Block block) {
    Terminator end = block.terminatorOrNull();
    return (end instanceof ConditionalBranch || end instanceof Switch)
            && end.operand(0) instanceof Phi phi
            && block.phis().size() + 1 == block.instructions().size()
            && block.phis().contains(phi)
        ? phi
        : null;
  }

  /** One such block. */
  private static final class Threading {
    private final Function function;
    private final Block block;
    private final Phi decider;
    private final Terminator end;
    private final boolean meets;

    Threading(Function function, Block block, Phi decider, boolean meets) {
      this.function = function;
      this.block = block;
      this.decider = decider;
      this.end = block.terminator();
      this.meets = meets;
    }

    boolean run() {
      Map<Block, Block> ways = new LinkedHashMap<>();
      for (Block from : new LinkedHashSet<>(decider.predecessors())) {
        Block target = target(decider.incoming(from));
        if (target != null
            && target != block
            && !from.successors().contains(target)
            && !(meets && leaves(from, target))) {
          ways.put(from, target);
        }
      }
      if (ways.isEmpty() || !renameBehind(new LinkedHashSet<>(ways.values()))) {
        return false;
      }
      boolean changed = false;
      for (Map.Entry<Block, Block> way : ways.entrySet()) {
        if (decider.predecessors().size() > 1) {
          lead(way.getKey(), way.getValue());
          changed = true;
        }
      }
      return settle() || changed;
    }

    /**
     * Returns whether a block would be in a loop no more. All who leave the loop would then come to
     * it together, and not those of one iteration.
     */
    private boolean leaves(Block from, Block target) {
      Loops loops = new Loops(new Dominators(new ControlFlow(function)));
      return from.successors().size() == 1
          && loops.containing(from).stream().anyMatch(loop -> !loop.contains(target));
    }

    private @Nullable Block target(Value value) {
      if (!(value instanceof IntConstant known)) {
        return null;
      }
      if (end instanceof Switch choice) {
        int at = choice.cases().indexOf(known.value());
        return at < 0 ? choice.defaultTarget() : choice.successors().get(at + 1);
      }
      return end.successors().get(known.unsigned() != 0 ? 0 : 1);
    }

    /**
     * Gives the block's values names of their own behind those targets that it alone leads to.
     * Returns false, and does nothing, where they are used behind others, but by their phis.
     */
    private boolean renameBehind(Set<Block> targets) {
      ControlFlow flow = new ControlFlow(function);
      Dominators dominators = new Dominators(flow);
      if (!flow.isReachable(block)) {
        return false;
      }
      List<Use> uses = new ArrayList<>();
      for (Block user : flow.reversePostOrder()) {
        for (Instruction instruction : user.instructions()) {
          for (int k = 0; k < instruction.operands().size(); k++) {
            Block at = instruction instanceof Phi phi ? phi.predecessors().get(k) : user;
            if (at != block && block.phis().contains(instruction.operand(k))) {
              Block behind = behind(at, targets, flow, dominators);
              if (behind == null) {
                return false;
              }
              uses.add(new Use(instruction, k, behind));
            }
          }
        }
      }
      Map<Block, Map<Value, Phi>> names = new LinkedHashMap<>();
      for (Use use : uses) {
        Value value = use.user().operand(use.operand());
        Phi name =
            names
                .computeIfAbsent(use.behind(), b -> new LinkedHashMap<>())
                .computeIfAbsent(value, v -> name((Phi) v, use.behind()));
        use.user().setOperand(use.operand(), name);
      }
      return true;
    }

    private Phi name(Phi value, Block behind) {
      Phi phi = new Phi(value.type());
      phi.setName(value.name());
      phi.setLocation(value.location());
      phi.addIncoming(value, block);
      behind.instructions().addFirst(phi);
      return phi;
    }

    private @Nullable Block behind(
        Block at, Set<Block> targets, ControlFlow flow, Dominators dominators) {
      for (Block target : targets) {
        if (flow.predecessors(target).stream().distinct().count() == 1
            && dominators.dominates(target, at)) {
          return target;
        }
      }
      return null;
    }

    private void lead(Block from, Block target) {
      redirect(from.terminator(), target);
      for (Phi phi : target.phis()) {
        Value value = phi.incoming(block);
        boolean own = value instanceof Phi inner && block.phis().contains(inner);
        phi.addIncoming(own ? ((Phi) value).incoming(from) : value, from);
      }
      block.phis().forEach(phi -> phi.removeIncoming(phi.predecessors().indexOf(from)));
    }

    private void redirect(Terminator terminator, Block target) {
      for (int s = 0; s < terminator.successors().size(); s++) {
        if (terminator.successors().get(s) == block) {
          terminator.setSuccessor(s, target);
        }
      }
    }

    /** Lets the block jump where only one way on is left. */
    private boolean settle() {
      Block only = decider.predecessors().size() == 1 ? target(decider.operand(0)) : null;
      if (only == null || only == block) {
        return false;
      }
      for (Block other : new LinkedHashSet<>(end.successors())) {
        if (other != only) {
          other.phis().forEach(phi -> phi.removeIncoming(phi.predecessors().indexOf(block)));
        }
      }
      Branch jump = new Branch(only);
      jump.setLocation(end.location());
      block.instructions().removeLast();
      block.instructions().add(jump);
      return true;
    }
  }

  /**
   * A use of a value.
   *
   * @param behind the block that leads to it
   */
  private record Use(Instruction user, int operand, Block behind) {}
}

package dev.barnacle.ir.pass;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings functions into loop-closed form: what a loop computes reaches the code behind it only
 * through phis in the blocks that the loop's exits lead to, and these are entered from that loop
 * alone.
 *
 * <p>So a value has two names: inside, where all work-items that are still in the loop may have the
 * same one, and behind, where those that left at different iterations do not.
 */
public final class CloseLoops implements Pass {
  @Override
  public String name() {
    return "close-loops";
  }

  @Override
  public String summary() {
    return "leads what a loop computes through phis at its exits";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      Closing closing = new Closing(function);
      if (closing.loops.isReducible()) {
        changed |= closing.run();
      }
    }
    return changed;
  }

  /** The loops of one function. */
  private static final class Closing {
    private final Function function;
    private ControlFlow flow;
    private Dominators dominators;
    private Loops loops;
    private Map<Instruction, Block> homes = new HashMap<>();
    private Map<Instruction, Set<Instruction>> users = new HashMap<>();

    Closing(Function function) {
      this.function = function;
      this.flow = new ControlFlow(function);
      this.dominators = new Dominators(flow);
      this.loops = new Loops(dominators);
    }

    boolean run() {
      boolean changed = false;
      while (separateOne()) {
        changed = true;
        flow = new ControlFlow(function);
        dominators = new Dominators(flow);
        loops = new Loops(dominators);
      }
      for (Loops.Loop loop : loops.all().reversed()) {
        changed |= close(loop);
      }
      return changed;
    }

    /** Gives an exit of a loop to which others come too a block of its own. */
    private boolean separateOne() {
      for (Loops.Loop loop : loops.all().reversed()) {
        for (Loops.Edge exit : loop.exits()) {
          List<Block> inside = new ArrayList<>(flow.predecessors(exit.to()));
          if (inside.removeIf(b -> !loop.contains(b))) {
            separate(inside, exit.to());
            return true;
          }
        }
      }
      return false;
    }

    private void separate(List<Block> inside, Block target) {
      Block way = Blocks.insertAfter(function, inside.getLast(), "exit." + target.name());
      for (Phi phi : target.phis()) {
        Phi copy = new Phi(phi.type());
        copy.setName(phi.name());
        copy.setLocation(phi.location());
        for (Block block : inside) {
          copy.addIncoming(phi.incoming(block), block);
          phi.removeIncoming(phi.predecessors().indexOf(block));
        }
        phi.addIncoming(copy, way);
        way.instructions().add(copy);
      }
      way.instructions().add(new Branch(target));
      for (Block block : inside) {
        Terminator terminator = block.terminator();
        for (int s = 0; s < terminator.successors().size(); s++) {
          if (terminator.successors().get(s) == target) {
            terminator.setSuccessor(s, way);
          }
        }
      }
    }

    private boolean close(Loops.Loop loop) {
      findUsers();
      boolean changed = false;
      for (Block block : flow.reversePostOrder()) {
        if (loop.contains(block)) {
          for (Instruction value : block.instructions()) {
            if (value.hasResult() && isUsedBehind(value, loop)) {
              new Behind(value, loop).rewrite();
              changed = true;
            }
          }
        }
      }
      return changed;
    }

    private void findUsers() {
      homes = new HashMap<>();
      users = new HashMap<>();
      for (Block block : flow.reversePostOrder()) {
        for (Instruction user : block.instructions()) {
          homes.put(user, block);
          for (Value operand : user.operands()) {
            if (operand instanceof Instruction i) {
              users.computeIfAbsent(i, v -> new LinkedHashSet<>()).add(user);
            }
          }
        }
      }
    }

    private boolean isUsedBehind(Instruction value, Loops.Loop loop) {
      for (Instruction user : users.getOrDefault(value, Set.of())) {
        for (int k = 0; k < user.operands().size(); k++) {
          Block at = placeOfUse(user, k);
          if (user.operand(k) == value && at != null && !loop.contains(at)) {
            return true;
          }
        }
      }
      return false;
    }

    /** Returns where an operand is read: a phi's at the end of the block that it comes from. */
    private @Nullable Block placeOfUse(Instruction user, int operand) {
      return user instanceof Phi phi ? phi.predecessors().get(operand) : homes.get(user);
    }

    /** One value of a loop, and what stands for it behind the loop. */
    private final class Behind {
      private final Instruction value;
      private final Loops.Loop loop;
      private final Map<Block, Phi> known = new HashMap<>();

      Behind(Instruction value, Loops.Loop loop) {
        this.value = value;
        this.loop = loop;
      }

      void rewrite() {
        Block home = homes.get(value);
        for (Loops.Edge exit : loop.exits()) {
          if (home != null
              && !known.containsKey(exit.to())
              && dominators.dominates(home, exit.to())) {
            Phi phi = newPhi(exit.to());
            flow.predecessors(exit.to()).forEach(p -> phi.addIncoming(value, p));
          }
        }
        for (Instruction user : List.copyOf(users.getOrDefault(value, Set.of()))) {
          for (int k = 0; k < user.operands().size(); k++) {
            Block at = placeOfUse(user, k);
            if (user.operand(k) == value && at != null && !loop.contains(at)) {
              user.setOperand(k, at(at));
            }
          }
        }
      }

      private Phi newPhi(Block block) {
        Phi phi = new Phi(value.type());
        phi.setName(value.name());
        phi.setLocation(value.location());
        block.instructions().addFirst(phi);
        known.put(block, phi);
        homes.put(phi, block);
        return phi;
      }

      /** Returns what the value is called at the end of a block behind the loop. */
      private Phi at(Block block) {
        Phi here = known.get(block);
        if (here != null) {
          return here;
        }
        List<Block> before = flow.predecessors(block).stream().filter(flow::isReachable).toList();
        if (before.size() == 1) {
          Phi same = at(before.getFirst());
          known.put(block, same);
          return same;
        }
        Block above = dominators.immediateDominator(block);
        while (above != null && !known.containsKey(above)) {
          above = dominators.immediateDominator(above);
        }
        Phi one = above == null ? null : known.get(above);
        if (above != null && one != null && isLast(above, block)) {
          known.put(block, one);
          return one;
        }
        Phi phi = newPhi(block);
        before.forEach(p -> phi.addIncoming(at(p), p));
        return phi;
      }

      /** Returns whether no phi for the value comes between a block and one below. */
      private boolean isLast(Block above, Block block) {
        return known.keySet().stream()
            .filter(b -> homes.get(known.get(b)) == b)
            .allMatch(b -> b == above || b == block || !dominators.dominates(above, b));
      }
    }
  }
}

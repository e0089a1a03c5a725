package dev.barnacle.ir.pass;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives every cycle of the control flow one entry, so that all are natural loops: jumps to the
 * several entries of a cycle go to a new block that goes on to the one that was meant.
 *
 * <p>Nothing that a block of a cycle computes can be used beyond a jump to an entry other than
 * through the phis there, since another path reaches that entry from outside of the cycle. So the
 * entries' phis move to the new block, and no other value needs one.
 */
public final class MakeReducible implements Pass {
  @Override
  public String name() {
    return "make-reducible";
  }

  @Override
  public String summary() {
    return "gives cycles with several entries a single one";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      if (!new Loops(new Dominators(new ControlFlow(function))).isReducible()) {
        new Cycles(function).mend();
        changed = true;
      }
    }
    return changed;
  }

  /** The cycles of one function. */
  private static final class Cycles {
    private final Function function;
    private final Map<Value, Value> moved = new HashMap<>();
    private Map<Block, Set<Block>> predecessors = Map.of();

    /** A jump to an entry of a cycle; {@code way} is the new block on it. */
    private record Jump(Block from, Block way, Block entry) {}

    Cycles(Function function) {
      this.function = function;
    }

    void mend() {
      Deque<Set<Block>> work = new ArrayDeque<>();
      work.push(new LinkedHashSet<>(function.blocks()));
      while (!work.isEmpty()) {
        Set<Block> blocks = work.pop();
        for (Set<Block> cycle : cycles(blocks)) {
          work.push(withoutHeader(cycle));
        }
      }
      for (Block block : function.blocks()) {
        block.instructions().forEach(i -> i.mapOperands(v -> moved.getOrDefault(v, v)));
      }
    }

    /** Gives a cycle a single entry if it has several, and returns its other blocks. */
    private Set<Block> withoutHeader(Set<Block> cycle) {
      readPredecessors();
      List<Block> entries =
          cycle.stream()
              .filter(b -> b == function.entry() || !cycle.containsAll(predecessorsOf(b)))
              .toList();
      Set<Block> rest = new LinkedHashSet<>(cycle);
      if (entries.size() == 1) {
        rest.remove(entries.getFirst());
      } else if (entries.size() > 1) {
        for (Jump jump : dispatch(entries)) {
          if (cycle.contains(jump.from)) {
            rest.add(jump.way);
          }
        }
      }
      return rest;
    }

    private void readPredecessors() {
      predecessors = new HashMap<>();
      for (Block block : function.blocks()) {
        block
            .successors()
            .forEach(s -> predecessors.computeIfAbsent(s, b -> new LinkedHashSet<>()).add(block));
      }
    }

    private Set<Block> predecessorsOf(Block block) {
      return predecessors.getOrDefault(block, Set.of());
    }

    /** Leads all jumps to the entries through a new block. */
    private List<Jump> dispatch(List<Block> entries) {
      Block dispatch = function.newBlock("dispatch");
      Phi which = new Phi(Types.I32);
      dispatch.instructions().add(which);
      List<Jump> jumps = new ArrayList<>();
      for (int e = 0; e < entries.size(); e++) {
        Block entry = entries.get(e);
        for (Block from : predecessorsOf(entry)) {
          Block way = divert(from, entry, dispatch);
          which.addIncoming(new IntConstant(Types.I32, e), way);
          jumps.add(new Jump(from, way, entry));
        }
      }
      for (Block entry : entries) {
        for (Phi phi : entry.phis()) {
          dispatch.instructions().add(movedPhi(phi, entry, jumps));
          entry.instructions().remove(phi);
        }
      }
      List<Long> cases = new ArrayList<>();
      for (long e = 1; e < entries.size(); e++) {
        cases.add(e);
      }
      dispatch
          .instructions()
          .add(new Switch(which, entries.getFirst(), cases, entries.subList(1, entries.size())));
      return jumps;
    }

    private Block divert(Block from, Block entry, Block to) {
      Block way = Blocks.insertAfter(function, from, "to." + entry.name());
      way.instructions().add(new Branch(to));
      Terminator terminator = from.terminator();
      for (int s = 0; s < terminator.successors().size(); s++) {
        if (terminator.successors().get(s) == entry) {
          terminator.setSuccessor(s, way);
        }
      }
      return way;
    }

    private Phi movedPhi(Phi phi, Block entry, List<Jump> jumps) {
      Phi copy = new Phi(phi.type());
      copy.setName(phi.name());
      copy.setLocation(phi.location());
      for (Jump jump : jumps) {
        copy.addIncoming(
            jump.entry == entry ? phi.incoming(jump.from) : new UndefConstant(phi.type()),
            jump.way);
      }
      moved.put(phi, copy);
      return copy;
    }

    /** Returns the strongly connected parts of a part of the graph that have a cycle. */
    private static List<Set<Block>> cycles(Set<Block> blocks) {
      Map<Block, Set<Block>> backwards = new HashMap<>();
      for (Block block : blocks) {
        for (Block successor : block.successors()) {
          backwards.computeIfAbsent(successor, b -> new LinkedHashSet<>()).add(block);
        }
      }
      List<Set<Block>> cycles = new ArrayList<>();
      Set<Block> left = new LinkedHashSet<>(blocks);
      while (!left.isEmpty()) {
        Block first = left.iterator().next();
        Set<Block> cycle = reached(first, left, Block::successors);
        cycle.retainAll(reached(first, left, b -> backwards.getOrDefault(b, Set.of())));
        if (!cycle.isEmpty()) {
          cycles.add(cycle);
        }
        left.remove(first);
        left.removeAll(cycle);
      }
      return cycles;
    }

    private interface Neighbours {
      Collection<Block> of(Block block);
    }

    /** Returns the blocks among {@code blocks} that one or more steps lead to. */
    private static Set<Block> reached(Block first, Set<Block> blocks, Neighbours neighbours) {
      Set<Block> reached = new LinkedHashSet<>();
      Deque<Block> work = new ArrayDeque<>(neighbours.of(first));
      while (!work.isEmpty()) {
        Block block = work.pop();
        if (blocks.contains(block) && reached.add(block)) {
          work.addAll(neighbours.of(block));
        }
      }
      return reached;
    }
  }
}

package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Yield;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.pass.Pass;
import java.util.List;
import java.util.Set;

/**
 * Puts yields into the loops of kernels in which a work-item may wait for another one ({@link
 * WaitingLoops}): one in each jump back. What runs there may be put aside and goes on later, so
 * that whoever is waited for runs. A kernel without such a loop stays as it is.
 *
 * <p>Where yields part the work-items of a sub-group, these meet again before its operations: those
 * that all of them come to start with a sub-group barrier, others ({@code sub_group_shuffle} and
 * its like) with a {@link Yield.Kind#GATHER} of those that come.
 */
public final class InsertYields implements Pass {
  @Override
  public String name() {
    return "insert-yields";
  }

  @Override
  public String summary() {
    return "puts places to yield into loops in which work-items may wait for each other";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function kernel : module.kernels()) {
      changed |= insert(kernel);
    }
    return changed;
  }

  /** Returns whether a work-item may wait in a loop of a function for another one. */
  public static boolean mayWait(Function function) {
    ControlFlow flow = new ControlFlow(function);
    Loops loops = new Loops(new Dominators(flow));
    if (!loops.isReducible()) {
      return true; // not known
    }
    WaitingLoops waiting = new WaitingLoops(flow, loops);
    return loops.all().stream().anyMatch(waiting::mayWait);
  }

  /** Returns whether a kernel has yields. */
  public static boolean areIn(Function kernel) {
    return kernel.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(Yield.class::isInstance);
  }

  private static boolean insert(Function kernel) {
    ControlFlow flow = new ControlFlow(kernel);
    Loops loops = new Loops(new Dominators(flow));
    if (!loops.isReducible() || !mayLearn(kernel)) {
      return false;
    }
    WaitingLoops waiting = new WaitingLoops(flow, loops);
    List<Loops.Edge> edges =
        loops.all().stream()
            .filter(waiting::mayWait)
            .flatMap(l -> l.backEdges().stream())
            .distinct()
            .toList();
    edges.forEach(e -> insert(kernel, e));
    if (!edges.isEmpty()) {
      kernel.blocks().forEach(InsertYields::gather);
    }
    return !edges.isEmpty();
  }

  /** Returns whether anything brings news at all, which costs less to find out. */
  private static boolean mayLearn(Function kernel) {
    return CallGraph.reached(kernel).stream()
        .flatMap(f -> f.blocks().stream())
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> !(i instanceof Call) && WaitingLoops.bringsNews(i));
  }

  private static void insert(Function kernel, Loops.Edge edge) {
    Block between = kernel.newBlock("yield");
    kernel.blocks().removeLast();
    kernel.blocks().add(kernel.blocks().indexOf(edge.from()) + 1, between);
    Terminator jump = edge.from().terminator();
    Yield mark = new Yield(Yield.Kind.WAIT);
    mark.setLocation(jump.location());
    Branch back = new Branch(edge.to());
    back.setLocation(jump.location());
    between.instructions().add(mark);
    between.instructions().add(back);
    for (int i = 0; i < jump.successors().size(); i++) {
      if (jump.successors().get(i).equals(edge.to())) {
        jump.setSuccessor(i, between);
      }
    }
    for (Phi phi : edge.to().phis()) {
      for (int i = 0; i < phi.predecessors().size(); i++) {
        if (phi.predecessors().get(i).equals(edge.from())) {
          phi.setPredecessor(i, between);
        }
      }
    }
  }

  private static void gather(Block block) {
    List<Instruction> instructions = block.instructions();
    for (int i = 0; i < instructions.size(); i++) {
      if (instructions.get(i) instanceof GroupOperation operation
          && operation.group() == Barrier.Kind.SUB_GROUP) {
        Instruction mark =
            operation.op().isNonUniform()
                ? new Yield(Yield.Kind.GATHER)
                : new Barrier(Barrier.Kind.SUB_GROUP, Set.of(), MemoryScope.WORK_ITEM);
        mark.setLocation(operation.location());
        instructions.add(i++, mark);
      }
    }
  }
}

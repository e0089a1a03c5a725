package dev.barnacle.ir.pass;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.analysis.ControlFlow;

/** Removes blocks that no path from the entry leads to, and the phis' edges from them. */
public final class RemoveUnreachableBlocks implements Pass {
  @Override
  public String name() {
    return "remove-unreachable-blocks";
  }

  @Override
  public String summary() {
    return "removes blocks that no path from the entry leads to";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      changed |= run(function);
    }
    return changed;
  }

  private static boolean run(Function function) {
    ControlFlow flow = new ControlFlow(function);
    boolean changed = function.blocks().removeIf(block -> !flow.isReachable(block));
    if (changed) {
      for (Block block : function.blocks()) {
        block.phis().forEach(phi -> removeEdges(phi, flow));
      }
    }
    return changed;
  }

  private static void removeEdges(Phi phi, ControlFlow flow) {
    for (int i = phi.predecessors().size() - 1; i >= 0; i--) {
      if (!flow.isReachable(phi.predecessors().get(i))) {
        phi.removeIncoming(i);
      }
    }
  }
}

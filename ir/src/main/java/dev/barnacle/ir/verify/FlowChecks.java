package dev.barnacle.ir.verify;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The invariants that need the control-flow graph: edges of phis, and dominance of definitions over
 * uses. Uses in unreachable blocks never happen, so nothing needs to dominate them.
 */
final class FlowChecks {
  private final ControlFlow flow;
  private final Dominators dominators;
  private final Function function;
  private final Map<Instruction, Block> blockOf;
  private final Map<Instruction, Integer> position = new HashMap<>();
  private final VerifierErrors errors;

  FlowChecks(ControlFlow flow, Map<Instruction, Block> blockOf, VerifierErrors errors) {
    this.flow = flow;
    this.dominators = new Dominators(flow);
    this.function = flow.function();
    this.blockOf = blockOf;
    this.errors = errors;
    for (Block block : function.blocks()) {
      for (int i = 0; i < block.instructions().size(); i++) {
        position.put(block.instructions().get(i), i);
      }
    }
  }

  void check() {
    for (Block block : function.blocks()) {
      for (Instruction instruction : block.instructions()) {
        if (instruction instanceof Phi phi) {
          phi(block, phi);
        } else {
          instruction.operands().forEach(operand -> use(block, instruction, operand));
        }
      }
    }
  }

  private void phi(Block block, Phi phi) {
    List<Block> wanted = flow.predecessors(block);
    Set<Block> seen = new HashSet<>();
    for (int i = 0; i < phi.predecessors().size(); i++) {
      Block from = phi.predecessors().get(i);
      if (!seen.add(from)) {
        report(Invariant.PHI_EDGES, block, phi, "it has two edges from " + from);
      } else if (!wanted.contains(from)) {
        report(Invariant.PHI_EDGES, block, phi, from + " does not branch to " + block);
      } else {
        edge(block, phi, phi.operand(i), from);
      }
    }
    for (Block from : wanted) {
      if (!seen.contains(from)) {
        report(Invariant.PHI_EDGES, block, phi, "it has no edge from " + from);
      }
    }
  }

  private void edge(Block block, Phi phi, Value value, Block from) {
    Block definition = value instanceof Instruction i ? blockOf.get(i) : null;
    if (definition == null || !flow.isReachable(from)) {
      return;
    }
    if (!flow.isReachable(definition) || !dominators.dominates(definition, from)) {
      report(Invariant.DOMINANCE, block, phi, "the value of the edge from " + from);
    }
  }

  private void use(Block block, Instruction user, Value value) {
    Block definition = value instanceof Instruction i ? blockOf.get(i) : null;
    if (definition == null || !flow.isReachable(block)) {
      return;
    }
    boolean good =
        definition == block
            ? position.getOrDefault(value, 0) < position.getOrDefault(user, 0)
            : flow.isReachable(definition) && dominators.dominates(definition, block);
    if (!good) {
      report(Invariant.DOMINANCE, block, user, "an operand is defined in " + definition);
    }
  }

  private void report(Invariant invariant, Block block, Instruction instruction, String detail) {
    errors.add(invariant, function, block, instruction, detail);
  }
}

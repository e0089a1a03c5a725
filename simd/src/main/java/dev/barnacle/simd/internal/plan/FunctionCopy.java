package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.pass.InstructionCopy;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Copies a function, so that its copy can be changed for one launch. */
final class FunctionCopy {
  private final Map<Value, Value> values = new HashMap<>();
  private final Map<Block, Block> blocks = new HashMap<>();

  private final Function result;

  /** Copies a function; the copy shares its parameters. */
  FunctionCopy(Function original) {
    result =
        new Function(
            original.name(),
            original.returnType(),
            original.parameters(),
            original.kernel(),
            original.location());
    result.setWhole(original.isWhole());
    for (Block block : original.blocks()) {
      Block copy = new Block(block.name());
      blocks.put(block, copy);
      result.blocks().add(copy);
      for (Instruction instruction : block.instructions()) {
        Instruction other = InstructionCopy.of(instruction);
        values.put(instruction, other);
        copy.instructions().add(other);
      }
    }
    result.instructions().forEach(this::connect);
  }

  /** Returns the copy. */
  Function result() {
    return result;
  }

  /** Returns the copy of a value. */
  Value of(Value original) {
    return values.getOrDefault(original, original);
  }

  /** Returns the copy of a block. */
  Block of(Block original) {
    return Objects.requireNonNull(blocks.get(original));
  }

  /** Returns a loop of the copy. */
  Loops.Loop of(Loops.Loop original) {
    return new Loops.Loop(
        of(original.header()),
        original.blocks().stream().map(this::of).collect(Collectors.toSet()),
        original.backEdges().stream().map(this::of).toList(),
        original.exits().stream().map(this::of).toList());
  }

  private Loops.Edge of(Loops.Edge original) {
    return new Loops.Edge(of(original.from()), of(original.to()));
  }

  private void connect(Instruction copy) {
    copy.mapOperands(this::of);
    switch (copy) {
      case Phi phi -> {
        for (int k = 0; k < phi.predecessors().size(); k++) {
          phi.setPredecessor(k, of(phi.predecessors().get(k)));
        }
      }
      case Terminator end -> {
        for (int k = 0; k < end.successors().size(); k++) {
          end.setSuccessor(k, of(end.successors().get(k)));
        }
      }
      default -> {}
    }
  }
}

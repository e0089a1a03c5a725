package dev.barnacle.ir.pass;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Phi;
import java.util.List;

/** Changes of the control-flow graph that several passes make. */
final class Blocks {
  private Blocks() {}

  /** Adds a block behind {@code before} in the function's order. */
  static Block insertAfter(Function function, Block before, String hint) {
    Block block = function.newBlock(hint);
    function.blocks().removeLast();
    function.blocks().add(function.blocks().indexOf(before) + 1, block);
    return block;
  }

  /**
   * Moves the instructions of {@code block} from {@code index} on, but for allocas, into a new
   * block behind it, and returns that. Phis of the successors follow; {@code block} is left without
   * a terminator.
   */
  static Block split(Function function, Block block, int index, String hint) {
    Block rest = insertAfter(function, block, hint);
    List<Instruction> tail = block.instructions().subList(index, block.instructions().size());
    List<Instruction> moved = tail.stream().filter(i -> !(i instanceof Alloca)).toList();
    tail.removeIf(i -> !(i instanceof Alloca));
    rest.instructions().addAll(moved);
    for (Block successor : rest.successors()) {
      successor.phis().forEach(phi -> renamePredecessor(phi, block, rest));
    }
    return rest;
  }

  private static void renamePredecessor(Phi phi, Block from, Block to) {
    int edge = phi.predecessors().indexOf(from);
    if (edge >= 0) {
      phi.setPredecessor(edge, to);
    }
  }
}

package dev.barnacle.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The value that belongs to the edge through which the block was entered. */
public final class Phi extends Instruction {
  private final List<Block> predecessors = new ArrayList<>();

  /** Makes a phi without edges. */
  public Phi(Type type) {
    super(type, List.of());
  }

  /** Adds an edge. */
  public void addIncoming(Value value, Block predecessor) {
    addOperand(value);
    predecessors.add(predecessor);
  }

  /** Removes the edge number {@code index}. */
  public void removeIncoming(int index) {
    removeOperand(index);
    predecessors.remove(index);
  }

  /** Returns the blocks that the operands belong to, in the operands' order; read-only. */
  public List<Block> predecessors() {
    return Collections.unmodifiableList(predecessors);
  }

  /** Replaces the block of the edge number {@code index}. */
  public void setPredecessor(int index, Block block) {
    predecessors.set(index, block);
  }

  /**
   * Returns the value of the edge from {@code block}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Value incoming(Block block) {
    int index = predecessors.indexOf(block);
    if (index < 0) {
      throw new IllegalArgumentException("no edge from " + block);
    }
    return operand(index);
  }

  @Override
  public String mnemonic() {
    return "phi";
  }
}

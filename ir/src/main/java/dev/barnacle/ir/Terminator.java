package dev.barnacle.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The last instruction of a block. */
public abstract sealed class Terminator extends Instruction
    permits Branch, ConditionalBranch, Switch, Return, Unreachable {
  private final List<Block> successors;

  Terminator(List<? extends Value> operands, List<Block> successors) {
    super(Types.VOID, operands);
    this.successors = new ArrayList<>(successors);
  }

  /** Returns the blocks that can run next, in order, each once for each edge; read-only. */
  public final List<Block> successors() {
    return Collections.unmodifiableList(successors);
  }

  /** Replaces the successor number {@code index}. */
  public final void setSuccessor(int index, Block block) {
    successors.set(index, block);
  }
}

package dev.barnacle.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A basic block: phis first, one terminator last. */
public final class Block {
  private final String name;
  private final List<Instruction> instructions = new ArrayList<>();

  /** Makes an empty block; {@code name} is unique in its function. */
  public Block(String name) {
    this.name = name;
  }

  /** Returns its name, unique in its function. */
  public String name() {
    return name;
  }

  /** Returns the instructions, to read and to change. */
  public List<Instruction> instructions() {
    return instructions;
  }

  /** Returns the terminator; null while the block is being built. */
  public @Nullable Terminator terminatorOrNull() {
    return instructions.isEmpty() || !(instructions.getLast() instanceof Terminator t) ? null : t;
  }

  /**
   * Returns the terminator.
   *
   * @throws IllegalStateException if the block has none yet
   */
  public Terminator terminator() {
    Terminator terminator = terminatorOrNull();
    if (terminator == null) {
      throw new IllegalStateException("block " + name + " has no terminator");
    }
    return terminator;
  }

  /** Returns the blocks that can run next, each once for each edge. */
  public List<Block> successors() {
    Terminator terminator = terminatorOrNull();
    return terminator == null ? List.of() : terminator.successors();
  }

  /** Returns the phis at the head. */
  public List<Phi> phis() {
    List<Phi> phis = new ArrayList<>();
    for (Instruction instruction : instructions) {
      if (!(instruction instanceof Phi phi)) {
        break;
      }
      phis.add(phi);
    }
    return phis;
  }

  @Override
  public String toString() {
    return name;
  }
}

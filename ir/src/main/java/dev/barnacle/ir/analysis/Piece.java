package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stretch of a block without a cut inside: what a work-item executes in one go. */
public final class Piece {
  private final Block block;
  private final int index;
  private final int number;
  private final int from;
  private final int to;
  private final @Nullable Instruction cut;

  /**
   * Makes a piece.
   *
   * @param index which piece of its block, from 0
   * @param number which piece of its function, from 0
   * @param from the first instruction's number in the block
   * @param to the number after the last one's (a cut that ends the piece is not in it)
   * @param cut the instruction that ends it; null where the block's terminator does
   */
  Piece(Block block, int index, int number, int from, int to, @Nullable Instruction cut) {
    this.block = block;
    this.index = index;
    this.number = number;
    this.from = from;
    this.to = to;
    this.cut = cut;
  }

  /** Returns the block that it is of. */
  public Block block() {
    return block;
  }

  /** Returns which piece of its block it is, from 0. */
  public int index() {
    return index;
  }

  /** Returns which piece of its function it is, from 0, in the order of the code. */
  int number() {
    return number;
  }

  /** Returns the instruction that ends it; null where the block's terminator does. */
  public @Nullable Instruction cut() {
    return cut;
  }

  /** Returns its instructions, without the cut. */
  public List<Instruction> instructions() {
    return block.instructions().subList(from, to);
  }

  /** Returns whether it is the first of its block, the one with the phis. */
  public boolean isFirst() {
    return index == 0;
  }

  @Override
  public String toString() {
    return block + "." + index;
  }
}

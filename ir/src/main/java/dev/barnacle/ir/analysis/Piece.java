package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a block without a cut inside: what a work-item executes in one go.
 *
 * @param block the block
 * @param index which piece of its block, from 0
 * @param from the first instruction's number in the block
 * @param to the number after the last one's (a cut that ends the piece is not in it)
 * @param cut the instruction that ends it; null where the block's terminator does
 */
public record Piece(Block block, int index, int from, int to, @Nullable Instruction cut) {
  /** Returns its instructions, without the cut. */
  public List<Instruction> instructions() {
    return block.instructions().subList(from, to);
  }

  /** Tells whether it is the first of its block, the one with the phis. */
  public boolean isFirst() {
    return index == 0;
  }
}

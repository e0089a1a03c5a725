package dev.barnacle.simd.internal;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a block without a barrier inside.
 *
 * @param block the block
 * @param index which piece of its block, from 0
 * @param from the first instruction's number in the block
 * @param to the number after the last one's (a barrier that ends the piece is not in it)
 * @param barrier the barrier that ends it; null where the block's terminator does
 */
record Piece(Block block, int index, int from, int to, @Nullable Barrier barrier) {
  List<Instruction> instructions() {
    return block.instructions().subList(from, to);
  }

  boolean isFirst() {
    return index == 0;
  }
}

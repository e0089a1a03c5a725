package dev.barnacle.watch.internal.code;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Instruction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a block without a place inside where a work-item can stop.
 *
 * @param block the block
 * @param index which piece of its block, from 0
 * @param from the first instruction's number in the block
 * @param to the number after the last one's (a cut that ends the piece is not in it)
 * @param cut the instruction at which work-items stop that ends it; null where the terminator does
 */
record Piece(Block block, int index, int from, int to, @Nullable Instruction cut) {
  List<Instruction> instructions() {
    return block.instructions().subList(from, to);
  }
}

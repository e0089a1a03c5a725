package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.Block;
import dev.barnacle.simd.internal.vector.VectorFrame.Mask;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What is known of the lanes at the pieces of a region, as far as they have been emitted. Where
 * code is emitted twice, the second time begins with a copy from before the first.
 *
 * @param masks of the lanes that run a piece
 * @param certain whether any lane does
 * @param runByAll pieces that all lanes run
 * @param reached ends of edges that have brought lanes there
 * @param reachedAgain those of edges back to a loop's header
 */
record PieceLanes(
    Map<Block, Mask> masks,
    Map<Block, Boolean> certain,
    Set<Block> runByAll,
    Set<Block> reached,
    Set<Block> reachedAgain) {
  /** Returns that of a region of which nothing has been emitted. */
  static PieceLanes none() {
    return new PieceLanes(
        new HashMap<>(), new HashMap<>(), new HashSet<>(), new HashSet<>(), new HashSet<>());
  }

  /** Returns the same, which does not change with this. */
  PieceLanes copy() {
    return new PieceLanes(
        new HashMap<>(masks),
        new HashMap<>(certain),
        new HashSet<>(runByAll),
        new HashSet<>(reached),
        new HashSet<>(reachedAgain));
  }
}

package dev.barnacle.simd.internal;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.analysis.Uniformity;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether some work-items of a group may return where others go on to a barrier. Where all return
 * or none, nobody need ask later who is still there.
 */
final class EarlyReturns {
  private final KernelRegions regions;
  private final Uniformity uniformity;

  EarlyReturns(Function kernel, KernelRegions regions) {
    this.regions = regions;
    this.uniformity = new Uniformity(kernel);
  }

  boolean anyOfSome() {
    return regions.regions().stream().flatMap(r -> r.pieces().stream()).anyMatch(this::parts);
  }

  /** Tells whether from the end of a piece some may go to a barrier and some may return. */
  private boolean parts(Piece piece) {
    if (piece.barrier() != null || !uniformity.isDivergentBranch(piece.block())) {
      return false;
    }
    boolean returns = false;
    boolean waits = false;
    Set<Piece> seen = new HashSet<>();
    Deque<Piece> work = new ArrayDeque<>(List.of(piece));
    while (!work.isEmpty()) {
      Piece next = work.pop();
      if (!seen.add(next)) {
        continue;
      }
      if (next.barrier() != null) {
        waits = true;
        continue;
      }
      returns |= next.block().terminator() instanceof Return;
      for (Block successor : next.block().successors()) {
        work.add(regions.first(successor));
      }
    }
    return returns && waits;
  }
}

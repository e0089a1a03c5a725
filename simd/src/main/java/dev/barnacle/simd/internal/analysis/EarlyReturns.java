package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.analysis.Piece;
import dev.barnacle.ir.analysis.Uniformity;

/**
 * Decides whether some work-items of a group may return where others go on to a barrier. Where all
 * return or none, nobody need ask later who is still there.
 */
public final class EarlyReturns {
  private final BarrierRegions regions;
  private final Uniformity uniformity;

  private EarlyReturns(Function kernel, BarrierRegions regions) {
    this.regions = regions;
    this.uniformity = new Uniformity(kernel);
  }

  /**
   * Returns whether work-items may return where others of their group go on to a barrier behind
   * which somebody asks for them; where lanes are put aside that is kept for each.
   */
  public static boolean areSeenLater(Function kernel, BarrierRegions regions, WorkItemState state) {
    return state.yields() == null
        && regions.regions().stream().anyMatch(r -> returns(r) && waits(r))
        && new EarlyReturns(kernel, regions).anyOfSome();
  }

  private static boolean returns(BarrierRegions.Region region) {
    return region.pieces().stream()
        .anyMatch(p -> p.cut() == null && p.block().terminator() instanceof Return);
  }

  private static boolean waits(BarrierRegions.Region region) {
    return region.pieces().stream().anyMatch(p -> p.cut() != null);
  }

  private boolean anyOfSome() {
    return regions.regions().stream().flatMap(r -> r.pieces().stream()).anyMatch(this::parts);
  }

  /** Returns whether from the end of a piece some may go to a barrier and some may return. */
  private boolean parts(Piece piece) {
    if (piece.cut() != null || !uniformity.isDivergentBranch(piece.block())) {
      return false;
    }
    boolean returns = false;
    boolean waits = false;
    for (Piece reached : regions.reachable(piece)) {
      waits |= reached.cut() != null;
      returns |= reached.cut() == null && reached.block().terminator() instanceof Return;
    }
    return returns && waits;
  }
}

package dev.barnacle.simd.internal.plan.region;

import java.util.List;

/** The end of a piece. */
public sealed interface End {
  /** Its lanes come to a barrier, which ends the region. */
  record Arrive() implements End {}

  /** Its lanes return. */
  record Leave() implements End {}

  /**
   * Its lanes take edges.
   *
   * @param edges in the order in which they are taken: jumps out of loops come first
   */
  record Edges(List<PlannedEdge> edges) implements End {
    /** Makes a copy of the list. */
    public Edges {
      edges = List.copyOf(edges);
    }
  }

  /**
   * All lanes stay in a loop, or the iteration starts over in the form for some lanes.
   *
   * @param edge the edge on which they stay
   */
  record StayOrRestart(PlannedEdge edge) implements End {}
}

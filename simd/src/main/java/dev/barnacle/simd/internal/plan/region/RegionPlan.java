package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.ValueUses;
import java.util.List;

/**
 * The plan of one region's code for a vector of work-items.
 *
 * @param uses which values stand in slots
 * @param lanes the mask under which the region is entered
 * @param again what is computed again behind the barrier that starts the region, in order
 * @param body the region's steps; the first is its entry
 */
public record RegionPlan(
    BarrierRegions.Region region,
    ValueUses uses,
    LaneMask lanes,
    List<Operation> again,
    Level body) {
  /** Makes a copy of the list. */
  public RegionPlan {
    again = List.copyOf(again);
  }
}

package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.CounterCopies;
import dev.barnacle.simd.internal.analysis.ValueUses;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of one region's code for a vector of work-items.
 *
 * @param uses which values stand in slots
 * @param counters those that lanes count in by turns; null if there are none
 * @param lanes the mask under which the region is entered
 * @param again what is computed again behind the barrier that starts the region, in order
 * @param items only work-items with local ids below it, in dimension 0, do anything; 0 for all
 * @param body the region's steps; the first is its entry
 */
public record RegionPlan(
    BarrierRegions.Region region,
    ValueUses uses,
    CounterCopies.@Nullable Counters counters,
    LaneMask lanes,
    List<Operation> again,
    int items,
    Level body) {
  /** Makes a copy of the list. */
  public RegionPlan {
    again = List.copyOf(again);
  }

  /** Returns how many of a vector's lanes, from the first, may do anything: a power of two. */
  public int active(int lanes) {
    int few = items == 0 ? lanes : Integer.highestOneBit(2 * items - 1);
    return Math.min(few, lanes);
  }
}

package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.CounterCopies;
import dev.barnacle.simd.internal.analysis.WorkItemState;
import java.util.List;

/**
 * The plan of a kernel's code for vectors of work-items: a value that is made before a line of LLVM
 * text is written.
 *
 * @param regions one for each region between barriers, in order
 */
public record VectorPlan(List<RegionPlan> regions) {
  /** Makes a copy of the list. */
  public VectorPlan {
    regions = List.copyOf(regions);
  }

  /**
   * Plans.
   *
   * @param state what is kept across barriers
   * @param someReturnEarly some work-items may have returned where others come to a barrier
   */
  public static VectorPlan of(
      PlanInputs inputs,
      Function kernel,
      BarrierRegions regions,
      Liveness liveness,
      WorkItemState state,
      boolean someReturnEarly) {
    RegionPlanner.Group group =
        new RegionPlanner.Group(
            inputs, new CounterCopies(kernel), regions, liveness, state, someReturnEarly);
    return new VectorPlan(
        regions.regions().stream().map(r -> new RegionPlanner(group, r).plan()).toList());
  }
}

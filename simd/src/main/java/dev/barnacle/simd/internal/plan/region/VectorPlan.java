package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.analysis.Liveness;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.CounterCopies;
import dev.barnacle.simd.internal.analysis.WorkItemState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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

  /** Returns the loads and stores in which each lane moves a vector by itself. */
  public Set<Instruction> rows() {
    Set<Instruction> rows = new HashSet<>();
    regions.forEach(r -> addRows(r.body().steps(), rows));
    return rows;
  }

  private static void addRows(List<Step> steps, Set<Instruction> rows) {
    for (Step step : steps) {
      switch (step) {
        case Step.ForkStep s -> addRows(s.all(), rows);
        case Step.LoopStep s -> addRows(s.body().steps(), rows);
        case Step.PieceStep s -> {
          for (Operation operation : s.operations()) {
            if (operation.form() instanceof MemoryForm.Spread spread && spread.rows()) {
              rows.add(operation.instruction());
            }
          }
        }
      }
    }
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

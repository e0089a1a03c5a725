package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.plan.cost.PlanCost;
import dev.barnacle.simd.internal.plan.region.PlanText;
import dev.barnacle.simd.internal.plan.region.VectorPlan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that is decided before a kernel's code is emitted.
 *
 * @param kernel what resources it takes
 * @param aliases what its pointers reach
 * @param vectors the code for vectors; null where work-items run one by one
 * @param costs of the plans that there was a choice of
 */
public record CodePlan(
    KernelPlan kernel, AliasClasses aliases, @Nullable VectorPlan vectors, List<PlanCost> costs) {
  /** Makes a copy of the list. */
  public CodePlan {
    costs = List.copyOf(costs);
  }

  /** Returns the plan as text, with the costs of those that it was chosen from. */
  public String text() {
    Specialization groups = kernel.specialization();
    StringBuilder text = new StringBuilder();
    text.append(
        "plan of kernel %s for work-groups of %d x %d x %d: "
            .formatted(kernel.kernel().name(), groups.localX(), groups.localY(), groups.localZ()));
    LaneShapes shapes = kernel.shapes();
    boolean alone = shapes == null || vectors == null;
    text.append(alone ? "work-items one by one\n" : kernel.lanes() + " lanes\n");
    if (!costs.isEmpty()) {
      text.append("estimated cycles of a work-item: ");
      text.append(costs.stream().map(PlanCost::text).collect(Collectors.joining(", ")));
      text.append('\n');
    }
    if (shapes != null && vectors != null) {
      text.append(PlanText.of(kernel.kernel(), shapes, vectors));
    }
    return text.toString();
  }

  /**
   * Decides for a prepared kernel.
   *
   * @param launch what is known of the launch
   * @param target the processor that it is for
   * @param wantedLanes how many work-items make a vector, or 0
   * @param unroll whether loops around barriers may become longer code ({@link BarrierLoops})
   */
  public static CodePlan of(
      Function prepared, Specialization launch, TargetCpu target, int wantedLanes, boolean unroll) {
    BarrierLoops loops =
        unroll ? BarrierLoops.of(prepared, launch) : new BarrierLoops(prepared, List.of());
    Remarks remarks = new Remarks();
    loops.unrolled().forEach(u -> remarks.unrolled(u.first(), u.turns()));
    VectorizationFactor factor = factor(loops.kernel(), target, wantedLanes, remarks);
    Optional<RowsInFlight.Rows> rows =
        unroll ? RowsInFlight.of(loops.kernel(), launch, target) : Optional.empty();
    boolean inRows = rows.isPresent() && factor.makesVectors(rows.get().kernel(), launch);
    CodePlan plan =
        inRows
            ? of(rows.get().kernel(), rows.get().rows(), launch, factor)
            : of(loops.kernel(), 1, launch, factor);
    plan.kernel.remark();
    if (plan.kernel.shapes() != null && plan.vectors != null) {
      new PlanRemarks(remarks, plan.kernel.shapes()).note(plan.vectors);
    }
    return plan;
  }

  private static VectorizationFactor factor(
      Function kernel, TargetCpu target, int wantedLanes, Remarks remarks) {
    int required = SubGroupSizes.required(kernel);
    return new VectorizationFactor(target, required > 0 ? required : wantedLanes, remarks);
  }

  private static CodePlan of(
      Function kernel, int rows, Specialization launch, VectorizationFactor factor) {
    BarrierRegions regions = new BarrierRegions(kernel);
    Set<Function> functions = CallGraph.reached(kernel);
    VectorizationFactor.Plan first = factor.plan(kernel, functions, launch, regions);
    AliasClasses aliases = new AliasClasses(kernel, functions, first.specialization());
    return new PlanChoice(kernel, functions, rows, regions, aliases, launch, factor).of(first);
  }
}

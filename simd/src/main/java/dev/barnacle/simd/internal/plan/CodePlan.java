package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.plan.cost.PlanCost;
import dev.barnacle.simd.internal.plan.cost.PlanCosts;
import dev.barnacle.simd.internal.plan.cost.WorkItemCost;
import dev.barnacle.simd.internal.plan.region.PlanText;
import dev.barnacle.simd.internal.plan.region.VectorPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that is decided before a kernel's code is emitted.
 *
 * @param kernel what resources it takes
 * @param aliases what its pointers reach
 * @param vectors the code for vectors; null where work-items run one by one
 * @param cost of this plan; null where there was no choice
 * @param costs of the plans that there was a choice of
 * @param turns how often loops turn of which that is known, by their headers
 */
public record CodePlan(
    KernelPlan kernel,
    AliasClasses aliases,
    @Nullable VectorPlan vectors,
    @Nullable PlanCost cost,
    List<PlanCost> costs,
    Map<Block, Double> turns) {
  /** Lanes are taken along another dimension where that is so much faster. */
  private static final double ENOUGH = 1.2;

  /** Makes copies of list and map. */
  public CodePlan {
    costs = List.copyOf(costs);
    turns = Map.copyOf(turns);
  }

  /** Returns the plan as text, with the costs of those that it was chosen from. */
  public String text() {
    Specialization groups = kernel.specialization();
    StringBuilder text = new StringBuilder();
    String sizes =
        groups.localSizes().stream().map(String::valueOf).collect(Collectors.joining(" x "));
    text.append(
        "plan of kernel %s for work-groups of %s: ".formatted(kernel.kernel().name(), sizes));
    LaneShapes shapes = kernel.shapes();
    boolean alone = shapes == null || vectors == null;
    text.append(alone ? "work-items one by one" : kernel.lanes() + " lanes");
    text.append(groups.lanesAlong() > 0 ? along(groups) + ", exchanged with 0\n" : "\n");
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
   * @param unroll whether loops may be changed ({@link LoopAccumulators}, {@link BarrierLoops}),
   *     and lanes taken along another dimension
   */
  public static CodePlan of(
      Function prepared, Specialization launch, TargetCpu target, int wantedLanes, boolean unroll) {
    CodePlan plan = inOrder(prepared, launch, target, wantedLanes, unroll, false);
    CodePlan best = plan;
    for (int dimension = 1; dimension < 3 && wantedLanes == 0 && unroll; dimension++) {
      CodePlan other = plan.exchanged(prepared, launch, target, dimension, unroll);
      best = other != null && best.isSlowerThan(other, target) ? other : best;
    }
    if (best.kernel.specialization().lanesAlong() == 0 && unroll && plan.mayTranspose(launch)) {
      best = inOrder(prepared, launch, target, wantedLanes, true, true);
    }
    best.remark();
    return best;
  }

  /** Returns whether rows in flight may gain by {@link TransposedAccesses}. */
  private boolean mayTranspose(Specialization launch) {
    LaneShapes shapes = kernel.shapes();
    return cost != null
        && shapes != null
        && launch.localY() % TransposedAccesses.ROWS == 0
        && ExchangedDimensions.areWorthTrying(kernel.kernel(), shapes);
  }

  /** Returns the plan for lanes along another dimension; null where it can't gain. */
  private @Nullable CodePlan exchanged(
      Function prepared, Specialization launch, TargetCpu target, int dimension, boolean unroll) {
    LaneShapes shapes = kernel.shapes();
    boolean mayGain =
        cost == null
            ? shapes == null && launch.localX() < VectorizationFactor.MIN
            : shapes == null || ExchangedDimensions.areWorthTrying(kernel.kernel(), shapes);
    if (!mayGain || !ExchangedDimensions.arePossible(prepared, launch, dimension)) {
      return null;
    }
    Function copy = ExchangedDimensions.copy(prepared, dimension);
    return inOrder(copy, launch.exchanged(dimension), target, 0, unroll, false);
  }

  /** Returns whether another plan, for lanes along another dimension, is clearly faster. */
  private boolean isSlowerThan(CodePlan other, TargetCpu target) {
    LaneShapes shapes = other.kernel.shapes();
    if (shapes == null || other.cost == null) {
      return false;
    }
    PlanCost own = cost == null ? WorkItemCost.of(other.kernel.kernel(), shapes) : cost;
    return each(own, target) > ENOUGH * other.each(other.cost, target);
  }

  /** Returns the cycles of a work-item, to compare dimensions by. */
  private double each(PlanCost known, TargetCpu target) {
    LaneShapes shapes = kernel.shapes();
    PlanCost compared =
        shapes == null || vectors == null
            ? known
            : PlanCosts.ofDimension(
                vectors,
                kernel.kernel(),
                shapes,
                target,
                kernel.lanes(),
                kernel.specialization().localX(),
                turns);
    return compared.each() / kernel.rows();
  }

  private void remark() {
    Remarks remarks = kernel.remarks();
    if (kernel.specialization().lanesAlong() > 0) {
      remarks.lanes(remarks.why() + "," + along(kernel.specialization()) + ": rows of memory");
    }
    kernel.remark();
    if (kernel.shapes() != null && vectors != null) {
      new PlanRemarks(remarks, kernel.shapes()).note(vectors);
    }
  }

  private static String along(Specialization groups) {
    return " along dimension " + groups.lanesAlong();
  }

  /**
   * Decides for lanes along dimension 0.
   *
   * @param transposed whether rows in flight that cost less are taken too
   */
  private static CodePlan inOrder(
      Function prepared,
      Specialization launch,
      TargetCpu target,
      int wantedLanes,
      boolean unroll,
      boolean transposed) {
    LoopAccumulators.Moved moved =
        unroll
            ? LoopAccumulators.of(prepared, launch)
            : new LoopAccumulators.Moved(prepared, List.of());
    BarrierLoops loops =
        unroll ? BarrierLoops.of(moved.kernel(), launch) : new BarrierLoops(prepared, List.of());
    VectorizationFactor factor = factor(target, wantedLanes, moved, loops);
    Supplier<VectorizationFactor> again = () -> factor(target, wantedLanes, moved, loops);
    Optional<RowsInFlight.Rows> rows =
        unroll ? RowsInFlight.of(loops.kernel(), launch, target, transposed) : Optional.empty();
    boolean inRows = rows.isPresent() && factor.makesVectors(rows.get().kernel(), launch);
    if (!inRows || rows.get().maybe()) {
      CodePlan plan = of(loops.kernel(), 1, launch, factor, unroll, again);
      return inRows ? plan.orRows(rows.get(), launch, again) : plan;
    }
    return of(rows.get().kernel(), rows.get().rows(), launch, factor, unroll, again);
  }

  private static CodePlan of(
      Function kernel,
      int rows,
      Specialization launch,
      VectorizationFactor factor,
      boolean unroll,
      Supplier<VectorizationFactor> again) {
    CodePlan plan = of(kernel, rows, launch, factor, Map.of());
    return unroll ? plan.orRowLoads(kernel, rows, launch, again.get()) : plan;
  }

  /** Returns this plan, or that for several rows at a time where it is faster. */
  private CodePlan orRows(
      RowsInFlight.Rows rows, Specialization launch, Supplier<VectorizationFactor> again) {
    if (cost == null) {
      return this;
    }
    CodePlan other = of(rows.kernel(), rows.rows(), launch, again.get(), true, again);
    PlanCost estimate = other.cost;
    return estimate == null || estimate.each() / rows.rows() >= cost.each() ? this : other;
  }

  /** Returns this plan, or that for a kernel with {@link RowLoads} where it is faster. */
  private CodePlan orRowLoads(
      Function code, int rows, Specialization launch, VectorizationFactor factor) {
    if (cost == null || !launch.smallObjects()) {
      return this;
    }
    LaneShapes shapes = kernel.shapes();
    LaneShapes known = shapes != null ? shapes : factor.shapes(code, launch);
    Optional<RowLoads.Unrolled> unrolled =
        known == null ? Optional.empty() : RowLoads.of(code, known, aliases);
    if (unrolled.isEmpty()) {
      return this;
    }
    CodePlan other = of(unrolled.get().kernel(), rows, launch, factor, unrolled.get().turns());
    PlanCost estimate = other.cost;
    if (other.vectors == null || estimate == null || estimate.each() >= cost.each()) {
      return this;
    }
    List<PlanCost> all = new ArrayList<>(costs);
    all.add(estimate);
    return new CodePlan(other.kernel, other.aliases, other.vectors, estimate, all, other.turns);
  }

  /** Returns a factor whose remarks begin with what has been done to loops. */
  private static VectorizationFactor factor(
      TargetCpu target, int wantedLanes, LoopAccumulators.Moved moved, BarrierLoops loops) {
    Remarks remarks = new Remarks();
    moved.stores().forEach(remarks::accumulated);
    loops.unrolled().forEach(u -> remarks.unrolled(u.first(), u.turns()));
    int required = SubGroupSizes.required(loops.kernel());
    return new VectorizationFactor(target, required > 0 ? required : wantedLanes, remarks);
  }

  private static CodePlan of(
      Function kernel,
      int rows,
      Specialization launch,
      VectorizationFactor factor,
      Map<Block, Double> turns) {
    BarrierRegions regions = new BarrierRegions(kernel);
    Set<Function> functions = CallGraph.reached(kernel);
    VectorizationFactor.Plan first = factor.plan(kernel, functions, launch, regions);
    AliasClasses aliases = new AliasClasses(kernel, functions, first.specialization());
    return new PlanChoice(kernel, functions, rows, regions, aliases, launch, factor, turns)
        .of(first);
  }
}

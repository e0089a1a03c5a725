package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.plan.cost.PlanCost;
import dev.barnacle.simd.internal.plan.cost.PlanCosts;
import dev.barnacle.simd.internal.plan.cost.WorkItemCost;
import dev.barnacle.simd.internal.plan.region.VectorPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes several plans of a kernel and takes the cheapest: with one vector in flight, with two, four
 * or eight, which the lanes of one wider vector stand for, and with work-items one by one.
 *
 * <p>LLVM's loop vectoriser has the same notion of several vectors (the IC). They share counters
 * and uniform loads, hide the latency of one another's operations, and read memory in longer runs.
 *
 * @param rows of dimension 1 that the kernel is for at a time
 * @param turns how often loops turn of which that is known, by their headers
 */
record PlanChoice(
    Function kernel,
    Set<Function> functions,
    int rows,
    BarrierRegions regions,
    AliasClasses aliases,
    Specialization launch,
    VectorizationFactor factor,
    Map<Block, Double> turns) {
  /** Work-items run one by one where lanes would take more than so many times as long. */
  private static final double CLEARLY = 1.1;

  /** Twice the vectors are taken where they are so much faster: their code is longer. */
  private static final double ENOUGH = 1.1;

  /** The same for four vectors and more. */
  private static final double ENOUGH_AGAIN = 1.2;

  /** The lanes that masks can have. */
  private static final int MOST_LANES = 64;

  private static final int MOST_VECTORS = 8;

  /** Longer kernels take too long to compile with two vectors in flight. */
  private static final int MOST_INSTRUCTIONS = 3000;

  /** Longer ones with four. */
  private static final int MOST_OF_FOUR = 300;

  private record Candidate(KernelPlan plan, VectorPlan vectors, PlanCost cost) {}

  /** Returns the plan that is taken, where {@code first} is for one vector in flight. */
  CodePlan of(VectorizationFactor.Plan first) {
    KernelPlan plan = plan(first);
    LaneShapes shapes = plan.shapes();
    VectorPlan vectors = plan.vectors(aliases, factor.target());
    if (shapes == null || vectors == null || factor.wanted() != 0 || SubGroupSize.areUsed(kernel)) {
      return new CodePlan(plan, aliases, vectors, null, List.of(), turns);
    }
    Candidate one = new Candidate(plan, vectors, cost(plan, shapes, vectors));
    List<PlanCost> costs = new ArrayList<>(List.of(one.cost));
    if (loses(one, shapes, costs)) {
      return new CodePlan(plan(factor.alone(launch)), aliases, null, costs.getLast(), costs, turns);
    }
    Candidate best = cheapest(one, costs);
    int count = best.plan.lanes() / plan.lanes();
    if (count > 1) {
      Remarks remarks = factor.remarks();
      remarks.lanes(remarks.why() + ", and " + count + " vectors run together");
    }
    return new CodePlan(best.plan, aliases, best.vectors, best.cost, costs, turns);
  }

  private KernelPlan plan(VectorizationFactor.Plan choice) {
    return KernelPlan.of(kernel, functions, rows, regions, choice, launch, factor);
  }

  private PlanCost cost(KernelPlan plan, LaneShapes shapes, VectorPlan vectors) {
    int width = plan.specialization().localX();
    return PlanCosts.of(vectors, kernel, shapes, factor.target(), plan.lanes(), width, turns);
  }

  /**
   * Returns whether single work-items are clearly faster, by accesses to each lane's own addresses.
   * Results must not tell which version of a kernel has lanes.
   */
  private boolean loses(Candidate one, LaneShapes shapes, List<PlanCost> costs) {
    PlanCost cost = one.cost;
    if (rows > 1
        || !turns.isEmpty()
        || regions.regions().size() > 1
        || 2 * cost.spread() <= cost.work()
        || !GenericTier.of(kernel).areExact()) {
      return false;
    }
    PlanCost alone = WorkItemCost.of(kernel, shapes);
    costs.add(alone);
    return cost.eachAtWork() > CLEARLY * alone.each();
  }

  private Candidate cheapest(Candidate one, List<PlanCost> costs) {
    int size = kernel.instructions().size();
    Candidate best = one;
    int last = Math.min(MOST_LANES, MOST_VECTORS * one.plan.lanes());
    for (int lanes = 2 * one.plan.lanes(); lanes <= last; lanes *= 2) {
      int most = lanes > 2 * one.plan.lanes() ? MOST_OF_FOUR : MOST_INSTRUCTIONS;
      if (size > most || best.cost.each() <= ENOUGH * one.cost.eachAtLeast()) {
        break;
      }
      VectorizationFactor.Plan choice = factor.inFlight(kernel, launch, regions, lanes);
      if (choice == null || choice.shapes() == null) {
        break;
      }
      KernelPlan plan = plan(choice);
      VectorPlan vectors = plan.vectors(aliases, factor.target());
      if (vectors == null) {
        break;
      }
      Candidate next = new Candidate(plan, vectors, cost(plan, choice.shapes(), vectors));
      costs.add(next.cost);
      double enough = lanes == 2 * one.plan.lanes() ? ENOUGH : ENOUGH_AGAIN;
      if (best.cost.each() < enough * next.cost.each()) {
        break;
      }
      best = next;
    }
    return best;
  }
}

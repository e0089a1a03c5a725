package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.ir.analysis.PrivateMemory;
import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.analysis.PrivateArrays;
import dev.barnacle.simd.internal.analysis.RegionGraph;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a kernel's work-items run as the lanes of vectors, and of how many.
 *
 * <p>The number of lanes is the vectorisation factor (VF) of LLVM's loop vectoriser.
 *
 * @param target the processor
 * @param wanted the lanes that were asked for; 0 for the engine's choice
 * @param remarks says why
 */
public record VectorizationFactor(TargetCpu target, int wanted, Remarks remarks) {
  /** The least lanes, and work-items of a row that become some, unless others were asked for. */
  static final int MIN = 4;

  private static final String JUMPS = "the control flow between barriers has jumps into loops";

  private static final String APART = "what the work-items access lies too far apart";

  /**
   * The decisions about a kernel.
   *
   * @param shapes the shapes of the kernel's values; null where work-items run one by one
   * @param lanes the lanes of a vector; 1 where there are none
   * @param specialization what is known of the launch, and how its work-items are dealt to lanes
   */
  public record Plan(@Nullable LaneShapes shapes, int lanes, Specialization specialization) {}

  /** Decides for a kernel and a launch. */
  public Plan plan(
      Function kernel, Set<Function> functions, Specialization launch, BarrierRegions regions) {
    if (SubGroupSize.areUsed(kernel)) {
      return inSubGroups(kernel, functions, launch, regions);
    }
    int width = count(functions, launch);
    LaneShapes shapes = shapes(kernel, launch, regions, width);
    return new Plan(shapes, shapes == null ? 1 : width, launch);
  }

  /**
   * Returns the decisions for several vectors in flight, as one of so many lanes; null where these
   * have no room, or the work-group does not fill them.
   */
  @Nullable Plan inFlight(
      Function kernel, Specialization launch, BarrierRegions regions, int lanes) {
    if (wanted > 0 || launch.localX() % lanes != 0 || !fitStack(kernel, lanes)) {
      return null;
    }
    LaneShapes shapes = shapes(kernel, launch, regions, lanes);
    return shapes == null ? null : new Plan(shapes, lanes, launch);
  }

  /** Returns whether the work-items of a kernel that knows no sub-groups are lanes. */
  boolean makesVectors(Function kernel, Specialization launch) {
    return shapes(kernel, launch) != null;
  }

  /** Returns the shapes of the values of a kernel that knows no sub-groups; null without lanes. */
  @Nullable LaneShapes shapes(Function kernel, Specialization launch) {
    Set<Function> functions = CallGraph.reached(kernel);
    VectorizationFactor silent = new VectorizationFactor(target, wanted, new Remarks());
    return SubGroupSize.areUsed(kernel)
        ? null
        : silent.plan(kernel, functions, launch, new BarrierRegions(kernel)).shapes();
  }

  /** Vectors are of the sub-groups' size, whatever the launch. */
  private Plan inSubGroups(
      Function kernel, Set<Function> functions, Specialization launch, BarrierRegions regions) {
    int size = SubGroupSize.size(kernel, regions, count(functions), this);
    if (size == 1) {
      return new Plan(null, 1, launch);
    }
    Specialization inOrder = SubGroupSize.inOrder(launch);
    LaneShapes shapes = new LaneShapes(kernel, inOrder, new PrivateArrays(kernel, true), size);
    return new Plan(shapes, size, inOrder);
  }

  /**
   * Returns the shapes of the kernel's values, or null if its work-items are to run one by one: in
   * work-groups too narrow for a vector, with jumps into loops, where they have too much private
   * memory, where they compute in full registers by themselves ({@link ExplicitVectors}), or where
   * lanes would try again and again ({@link RetryLoops}).
   */
  @Nullable LaneShapes shapes(
      Function kernel, Specialization specialization, BarrierRegions regions, int lanes) {
    if (wanted == 1) {
      return oneByOne("one lane was asked for");
    }
    if (specialization.localX() < (wanted == 0 ? MIN : 2)) {
      return oneByOne("the work-group is too narrow for a vector");
    }
    if (!fitStack(kernel, lanes)) {
      return oneByOne("the private memory of a vector's work-items is larger than a stack");
    }
    LaneShapes shapes =
        new LaneShapes(kernel, specialization, new PrivateArrays(kernel, true), lanes);
    if (!arePossible(regions, shapes)) {
      return null;
    }
    if (wanted == 0 && ExplicitVectors.fillRegisters(kernel, shapes, target)) {
      return oneByOne("the kernel's own vectors fill the registers");
    }
    if (wanted == 0 && RetryLoops.areIn(kernel, shapes)) {
      return oneByOne("lanes would try again where another stored: one by one none does");
    }
    return shapes;
  }

  /** Returns the decisions for work-items one by one, where a plan for lanes is slower. */
  Plan alone(Specialization launch) {
    return new Plan(oneByOne(APART), 1, launch);
  }

  private static boolean fitStack(Function kernel, int lanes) {
    return PrivateMemory.byteSize(kernel) * lanes <= SimdLimits.LARGE_STACK;
  }

  /** Returns whether the work-items can be lanes; if not, the remarks say why. */
  boolean arePossible(BarrierRegions regions, LaneShapes shapes) {
    if (!shapes.isReducible()) {
      remarks.lanes(JUMPS);
      return false;
    }
    for (BarrierRegions.Region region : regions.regions()) {
      if (!new RegionGraph(regions, region, shapes).isReducible()) {
        remarks.lanes(JUMPS);
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the lanes: as many as a register has elements of the widest type, at most as the group
   * is wide; or those that were asked for.
   */
  int count(Set<Function> functions, Specialization specialization) {
    int lanes = count(functions);
    if (wanted > 0) {
      return lanes;
    }
    if (lanes > specialization.localX()) {
      remarks.lanes(remarks.why() + ", cut to the work-group's width");
    }
    while (lanes > MIN && lanes > specialization.localX()) {
      lanes /= 2;
    }
    return lanes;
  }

  /** Returns the lanes for groups of any width. */
  int count(Set<Function> functions) {
    if (wanted > 0) {
      remarks.lanes(wanted == 1 ? "one lane was asked for" : "asked for");
      return wanted;
    }
    int width = usesDouble(functions) ? 64 : 32;
    int lanes = Math.max(MIN, target.vectorBits() / width);
    remarks.lanes(
        "a vector of "
            + target.vectorBits()
            + " bits has "
            + lanes
            + " elements of "
            + width
            + " bits");
    return lanes;
  }

  private @Nullable LaneShapes oneByOne(String why) {
    remarks.lanes(why);
    return null;
  }

  private static boolean usesDouble(Set<Function> functions) {
    return functions.stream()
        .flatMap(f -> f.blocks().stream())
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> i.type().scalar().equals(Types.F64));
  }
}

package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.BarrierRegions;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.analysis.PrivateArrays;
import dev.barnacle.simd.internal.cpu.TargetCpu;

/**
 * The sub-groups of a work-group (OpenCL C, 6.15.19): the vectors that its work-items make up in
 * the order of their local linear ids, of which the last may have fewer. So their operations are
 * operations of a vector, under its mask, and a sub-group barrier needs no code: the lanes are at
 * the same instruction, and one thread runs them. A kernel whose work-items run one by one has
 * sub-groups of one work-item.
 *
 * <p>The size is the same at all launches of a kernel, for it can be asked for before. So whether
 * lanes are possible is decided on what holds for every local size.
 */
public final class SubGroupSize {
  /** A shape of launch of which nothing is known that another might not have. */
  private static final Specialization ANY =
      Specialization.builder((int) SimdLimits.MAX_GROUP_SIZE, 2, 2)
          .partial(true)
          .flat(true)
          .build();

  private SubGroupSize() {}

  /** Returns whether a kernel could tell of what size its sub-groups are. */
  public static boolean areUsed(Function kernel) {
    return kernel.instructions().stream().anyMatch(SubGroupSize::isOfSubGroups);
  }

  private static boolean isOfSubGroups(Instruction instruction) {
    return switch (instruction) {
      case Barrier barrier -> barrier.kind() == Barrier.Kind.SUB_GROUP;
      case GroupOperation operation -> operation.group() == Barrier.Kind.SUB_GROUP;
      case WorkItemQuery query -> query.kind().isOfSubGroups();
      default -> false;
    };
  }

  /** Returns the error of a kernel that can't have sub-groups of the size that it asks for. */
  static EngineException impossible(Function kernel, int required, String why) {
    return EngineException.unsupported(
        kernel.location(),
        "kernel "
            + kernel.name()
            + " requires sub-groups of "
            + required
            + " work-items, but only 1 is possible: "
            + why);
  }

  /** Returns what is known of a launch with vectors that follow the local linear id. */
  static Specialization inOrder(Specialization launch) {
    return launch.rows() == 1 ? launch : launch.flattened();
  }

  /**
   * Returns the work-items of a full sub-group of a kernel, also of one that uses none.
   *
   * @param wanted the lanes that the engine was asked for, or 0
   */
  static int size(Function kernel, TargetCpu target, int wanted) {
    int required = SubGroupSizes.required(kernel);
    VectorizationFactor choice =
        new VectorizationFactor(target, required > 0 ? required : wanted, new Remarks());
    int lanes = choice.count(CallGraph.reached(kernel));
    return size(kernel, new BarrierRegions(kernel), lanes, choice);
  }

  /**
   * Returns the work-items of a full sub-group.
   *
   * @param lanes how many are asked for, or fill a register; 1 for none
   */
  static int size(Function kernel, BarrierRegions regions, int lanes, VectorizationFactor choice) {
    if (lanes == 1) {
      return 1;
    }
    LaneShapes shapes = new LaneShapes(kernel, ANY, new PrivateArrays(kernel, true), lanes);
    return choice.arePossible(regions, shapes) ? lanes : 1;
  }
}

package dev.barnacle.simd.internal;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Types;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a kernel's work-items run as the lanes of vectors, and of how many.
 *
 * @param target the processor
 * @param wanted the lanes that were asked for; 0 for the engine's choice
 */
record Lanes(TargetCpu target, int wanted) {
  private static final int MIN = 4;

  /**
   * Returns the shapes of the kernel's values, or null if its work-items are to run one by one: in
   * work-groups too narrow for a vector, with jumps into loops, or where a lane may wait for
   * another in a loop ({@link WaitingLoops}; it could do so for ever).
   */
  @Nullable LaneShapes shapes(
      Function kernel, Specialization specialization, KernelRegions regions, int lanes) {
    if (wanted == 1 || specialization.localX() < (wanted == 0 ? MIN : 2)) {
      return null;
    }
    LaneShapes shapes =
        new LaneShapes(kernel, specialization, new PrivateArrays(kernel, true), lanes);
    if (!shapes.isReducible() || shapes.lanesMayWait()) {
      return null;
    }
    for (KernelRegions.Region region : regions.regions()) {
      if (!new RegionGraph(regions, region, shapes).isReducible()) {
        return null;
      }
    }
    return shapes;
  }

  /**
   * Returns the lanes: as many as a register has elements of the widest type, at most as the group
   * is wide; or those that were asked for.
   */
  int count(Set<Function> functions, Specialization specialization) {
    if (wanted > 0) {
      return wanted;
    }
    int lanes = target.vectorBits() / (usesDouble(functions) ? 64 : 32);
    while (lanes > MIN && lanes > specialization.localX()) {
      lanes /= 2;
    }
    return Math.max(MIN, lanes);
  }

  private static boolean usesDouble(Set<Function> functions) {
    return functions.stream()
        .flatMap(f -> f.blocks().stream())
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> i.type().scalar().equals(Types.F64));
  }
}

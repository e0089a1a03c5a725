package dev.barnacle.simd.internal;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.analysis.Loops;
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
   * work-groups too narrow for a vector, with jumps into loops, or where lanes wait for each other
   * in a loop (one lane could wait for another for ever).
   */
  @Nullable LaneShapes shapes(
      Function kernel, Specialization specialization, KernelRegions regions) {
    if (wanted == 1 || specialization.localX() < (wanted == 0 ? MIN : 2)) {
      return null;
    }
    LaneShapes shapes = new LaneShapes(kernel, specialization.smallIds());
    if (!shapes.isReducible() || shapes.uneven().stream().anyMatch(Lanes::synchronizes)) {
      return null;
    }
    for (KernelRegions.Region region : regions.regions()) {
      if (!new RegionGraph(regions, region, shapes).isReducible()) {
        return null;
      }
    }
    return shapes;
  }

  private static boolean synchronizes(Loops.Loop loop) {
    for (Block block : loop.blocks()) {
      for (Instruction instruction : block.instructions()) {
        switch (instruction) {
          case AtomicLoad _,
              AtomicStore _,
              AtomicRmw _,
              AtomicCompareExchange _,
              Fence _,
              Call _ -> {
            return true;
          }
          case Load load when load.isVolatile() -> {
            return true;
          }
          default -> {}
        }
      }
    }
    return false;
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

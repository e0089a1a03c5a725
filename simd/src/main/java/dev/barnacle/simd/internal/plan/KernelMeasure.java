package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.analysis.PrivateMemory;
import dev.barnacle.simd.KernelExplanation;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import java.util.List;

/**
 * Measures the resources of the device that a kernel takes, from the plan for its required local
 * size, or for the largest there is: each work-item of a group keeps so many bytes across barriers
 * in the arena of a thread, which has its share of the memory.
 */
public final class KernelMeasure {
  private final Function kernel;
  private final TargetCpu target;
  private final int lanes;
  private final DeviceLimits device;

  /**
   * Measures a kernel.
   *
   * @param lanes how many are wanted, or 0
   */
  public KernelMeasure(Function kernel, TargetCpu target, int lanes, DeviceLimits device) {
    this.kernel = kernel;
    this.target = target;
    this.lanes = lanes;
    this.device = device;
  }

  /** Returns the bytes that one thread's arena may have. */
  private static long mostArenaBytes(DeviceLimits limits) {
    return limits.memory().globalBytes() / limits.computeUnits();
  }

  /** Returns whether each thread can have an arena of so many bytes. */
  public static boolean hasRoom(DeviceLimits limits, long arenaBytes) {
    long all = arenaBytes * limits.computeUnits();
    boolean fits = Math.multiplyHigh(arenaBytes, limits.computeUnits()) == 0 && all >= 0;
    return fits && limits.memory().holds(all);
  }

  public KernelLimits limits() {
    KernelInfo info = kernel.kernel();
    List<Integer> required = info == null ? List.of() : info.requiredWorkGroupSize();
    if (!required.isEmpty()) {
      KernelPlan plan = plan(required.get(0), required.get(1), required.get(2));
      long size = 1L * required.get(0) * required.get(1) * required.get(2);
      return limits(size, plan.explain());
    }
    long most = device.maxWorkGroupSize();
    while (true) {
      try {
        KernelPlan plan = plan(Math.toIntExact(most), 1, 1);
        return limits(fitting(most, plan), plan.explain());
      } catch (EngineException e) {
        if (e.kind() != EngineException.Kind.OUT_OF_RESOURCES || most == 1) {
          throw e;
        }
        most /= 2;
      }
    }
  }

  /** Returns how many of {@code size} work-items have room for what they keep. */
  private long fitting(long size, KernelPlan plan) {
    long shared = ArenaLayout.HEADER + plan.layout().localBytes();
    long room = mostArenaBytes(device) - shared;
    long needed = plan.layout().byteSize() - shared;
    return needed <= room ? size : Math.max(1, room / Math.ceilDiv(needed, size));
  }

  private KernelLimits limits(long size, KernelExplanation explanation) {
    long bytes = PrivateMemory.byteSize(kernel) + explanation.keptBytes();
    int subGroup = SubGroupSize.size(kernel, target, lanes);
    return new KernelLimits(size, explanation.lanes(), subGroup, bytes);
  }

  private KernelPlan plan(int x, int y, int z) {
    Specialization launch =
        Specialization.builder(x, y, z).smallIds(true).smallObjects(true).build();
    return CodePlan.of(kernel, launch, target, lanes, false).kernel();
  }
}

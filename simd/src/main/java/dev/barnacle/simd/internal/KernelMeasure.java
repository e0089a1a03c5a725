package dev.barnacle.simd.internal;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.analysis.PrivateMemory;
import dev.barnacle.simd.KernelExplanation;
import java.util.List;

/**
 * Finds out what a kernel takes of the device, from the code for its required local size, or for
 * the largest there is: each work-item of a group keeps so many bytes across barriers in the arena
 * of a thread, which has its share of the memory.
 */
final class KernelMeasure {
  private final SimdRuntime runtime;
  private final LoadedProgram program;
  private final Function kernel;

  KernelMeasure(SimdRuntime runtime, LoadedProgram program, Function kernel) {
    this.runtime = runtime;
    this.program = program;
    this.kernel = kernel;
  }

  /** Returns the bytes that one thread's arena may have. */
  static long mostArenaBytes(DeviceLimits limits) {
    return limits.globalMemBytes() / limits.computeUnits();
  }

  KernelLimits limits() {
    KernelInfo info = kernel.kernel();
    List<Integer> required = info == null ? List.of() : info.requiredWorkGroupSize();
    if (!required.isEmpty()) {
      KernelText text = text(required.get(0), required.get(1), required.get(2));
      long size = 1L * required.get(0) * required.get(1) * required.get(2);
      return limits(size, text.explanation());
    }
    long most = runtime.limits().maxWorkGroupSize();
    while (true) {
      try {
        KernelText text = text(Math.toIntExact(most), 1, 1);
        return limits(fitting(most, text), text.explanation());
      } catch (EngineException e) {
        if (e.kind() != EngineException.Kind.OUT_OF_RESOURCES || most == 1) {
          throw e;
        }
        most /= 2;
      }
    }
  }

  /** Returns how many of {@code size} work-items have room for what they keep. */
  private long fitting(long size, KernelText text) {
    long shared = ArenaLayout.HEADER + text.localBytes();
    long room = mostArenaBytes(runtime.limits()) - shared;
    long needed = text.arenaBytes() - shared;
    return needed <= room ? size : Math.max(1, room / Math.ceilDiv(needed, size));
  }

  private KernelLimits limits(long size, KernelExplanation explanation) {
    long bytes = PrivateMemory.byteSize(kernel) + explanation.keptBytes();
    int subGroup = SubGroups.size(kernel, runtime.code().target(), runtime.options().lanes());
    return new KernelLimits(size, explanation.lanes(), subGroup, bytes);
  }

  private KernelText text(int x, int y, int z) {
    return KernelText.of(
        kernel,
        new Specialization(x, y, z, false, true, true, 0, 0, false, false, false),
        program.variables().symbols(),
        program.options(),
        runtime.code().target(),
        runtime.options().lanes());
  }
}

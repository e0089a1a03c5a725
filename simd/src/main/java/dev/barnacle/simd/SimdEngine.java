package dev.barnacle.simd;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.Engine;
import dev.barnacle.engine.Executable;
import dev.barnacle.ir.Module;
import dev.barnacle.simd.internal.SimdRuntime;

/**
 * The engine that runs kernels as machine code on all processors, compiled by LLVM for the launch's
 * local size.
 */
public final class SimdEngine implements Engine {
  private final SimdRuntime runtime;

  /** Makes an engine with a thread for each processor. */
  public SimdEngine() {
    this(Runtime.getRuntime().availableProcessors());
  }

  /**
   * Makes an engine.
   *
   * @param threads how many threads run work-groups, at least 1
   */
  public SimdEngine(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " threads");
    }
    this.runtime = new SimdRuntime(threads);
  }

  @Override
  public String name() {
    return "simd";
  }

  @Override
  public DeviceLimits limits() {
    return runtime.limits();
  }

  @Override
  public Executable load(Module module) {
    return runtime.load(module);
  }

  @Override
  public void close() {
    runtime.close();
  }
}

package dev.barnacle.simd;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.Engine;
import dev.barnacle.engine.Executable;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.pass.Pipeline;
import dev.barnacle.simd.internal.JvmOptions;
import dev.barnacle.simd.internal.SimdPasses;
import dev.barnacle.simd.internal.SimdRuntime;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The engine that runs kernels as machine code on all processors, compiled by LLVM for the launch's
 * local size.
 */
public final class SimdEngine implements Engine {
  /** {@link #name}. */
  public static final String NAME = "simd";

  private final SimdRuntime runtime;

  /** Makes an engine with a thread for each processor. */
  public SimdEngine() {
    this(SimdOptions.defaults());
  }

  /**
   * Makes an engine.
   *
   * @param threads how many threads run work-groups, at least 1
   */
  public SimdEngine(int threads) {
    this(SimdOptions.defaults().withThreads(threads));
  }

  /**
   * Makes an engine.
   *
   * @throws IllegalArgumentException if the computer does not have what the options ask for
   */
  public SimdEngine(SimdOptions options) {
    this(options, List.of(), List.of(), _ -> {});
  }

  /**
   * Makes an engine whose work can be watched.
   *
   * @param passes are told after each pass over each program that is loaded
   * @param compilations are told of each kernel that is compiled
   * @param notices takes what users are to know of their kernels, in a line each: that one runs
   *     slower than it might, and why
   * @throws IllegalArgumentException if the computer does not have what the options ask for
   */
  public SimdEngine(
      SimdOptions options,
      List<Pipeline.Listener> passes,
      List<CompileListener> compilations,
      Consumer<String> notices) {
    this.runtime = new SimdRuntime(options, passes, compilations, notices);
  }

  /**
   * Returns the option that this JVM was started without though no kernel can run then, and why, in
   * a line; nothing where all is well.
   */
  public static Optional<String> missingJvmOption() {
    return JvmOptions.missing();
  }

  /** Returns what the engine does to a program before it emits code, in order. */
  public static Pipeline passes() {
    return SimdPasses.pipeline();
  }

  /**
   * Returns what an engine with these options offers, without making one.
   *
   * @throws IllegalArgumentException if the computer does not have what the options ask for
   */
  public static DeviceLimits limits(SimdOptions options) {
    return SimdRuntime.limits(options);
  }

  @Override
  public String name() {
    return NAME;
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

package dev.barnacle.simd.internal;

import com.sun.management.OperatingSystemMXBean;
import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.Executable;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.pass.Pipeline;
import java.lang.management.ManagementFactory;
import java.util.List;

/** What the executables of one engine share: the threads, the JIT, the limits. */
public final class SimdRuntime implements AutoCloseable {
  static final long MAX_GROUP_SIZE = 4096;
  private static final long LOCAL_BYTES = 1L << 20;

  private final WorkerPool pool;
  private final NativeCode code = new NativeCode();
  private final DeviceLimits limits;
  private final List<Pipeline.Listener> listeners;

  /** Starts the threads; {@code listeners} are told after each pass over a program. */
  public SimdRuntime(int threads, List<Pipeline.Listener> listeners) {
    this.listeners = List.copyOf(listeners);
    this.pool = new WorkerPool(threads);
    long memory =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    this.limits = new DeviceLimits(threads, MAX_GROUP_SIZE, LOCAL_BYTES, memory, memory, memory);
  }

  /** Returns what the engine offers. */
  public DeviceLimits limits() {
    return limits;
  }

  /** Prepares a program. */
  public Executable load(Module module) {
    Pipeline pipeline = SimdPasses.pipeline();
    listeners.forEach(pipeline::listen);
    pipeline.run(module);
    return new SimdExecutable(this, module);
  }

  WorkerPool pool() {
    return pool;
  }

  NativeCode code() {
    return code;
  }

  @Override
  public void close() {
    pool.close();
    code.close();
  }
}

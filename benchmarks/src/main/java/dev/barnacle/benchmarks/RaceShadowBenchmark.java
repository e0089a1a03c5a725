package dev.barnacle.benchmarks;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.LocalMemory;
import dev.barnacle.cl.NDRange;
import dev.barnacle.watch.Report;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Checks of kernels that do little but access memory, so that the time is the race detector's:
 * global memory, local memory between barriers, and a kernel whose synchronisation needs clocks.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RaceShadowBenchmark {
  private static final int ITEMS = 1 << 14;
  private static final NDRange RANGE = NDRange.of(ITEMS).local(64);
  private static final NDRange FEW = NDRange.of(1 << 10).local(64);
  private static final String SOURCE =
      """
      kernel void globals(global int *x) {
        size_t i = get_global_id(0);
        for (int k = 0; k < 16; k++) {
          x[i + k * get_global_size(0)] += k;
        }
      }

      kernel void locals(global int *x, local int *tile) {
        size_t i = get_local_id(0), n = get_local_size(0);
        int sum = 0;
        for (int k = 0; k < 16; k++) {
          tile[i] = k + i;
          barrier(CLK_LOCAL_MEM_FENCE);
          sum += tile[(i + 1) % n];
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        x[get_global_id(0)] = sum;
      }

      kernel void clocks(global int *x, global atomic_int *counter) {
        for (int k = 0; k < 16; k++) {
          x[get_global_id(0)] += k;
          atomic_fetch_add_explicit(counter, 1, memory_order_acq_rel, memory_scope_device);
        }
      }
      """;

  private final Context context = Context.builder().watched().create();
  private final BoundKernel globals =
      context
          .build(SOURCE, "-cl-std=CL2.0")
          .kernel("globals")
          .with(context.buffer(new int[16 * ITEMS]));
  private final BoundKernel locals =
      context
          .build(SOURCE, "-cl-std=CL2.0")
          .kernel("locals")
          .with(context.buffer(new int[ITEMS]), LocalMemory.bytes(256));
  private final BoundKernel clocks =
      context
          .build(SOURCE, "-cl-std=CL2.0")
          .kernel("clocks")
          .with(context.buffer(new int[ITEMS]), context.buffer(new int[1]));

  /** Sees that the kernels are clean: findings cost more than accesses. */
  @Setup
  public void compile() {
    for (Report report : List.of(globalMemory(), localMemory(), vectorClocks())) {
      if (!report.isClean()) {
        throw new IllegalStateException(report.toString());
      }
    }
  }

  /** Frees all. */
  @TearDown
  public void close() {
    context.close();
  }

  /** Half a million accesses of global memory. */
  @Benchmark
  public Report globalMemory() {
    return globals.check(RANGE);
  }

  /** As many of local memory, between barriers. */
  @Benchmark
  public Report localMemory() {
    return locals.check(RANGE);
  }

  /** Sixteen thousand acquires and releases, which take the detector with clocks. */
  @Benchmark
  public Report vectorClocks() {
    return clocks.check(FEW);
  }
}

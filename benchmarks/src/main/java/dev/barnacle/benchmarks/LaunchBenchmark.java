package dev.barnacle.benchmarks;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.CommandQueue;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Event;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.QueueOptions;
import dev.barnacle.cl.RunResult;
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

/** The cost of a launch beside the kernel: one that does nothing, and one of a small buffer. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LaunchBenchmark {
  private static final int TOGETHER = 1000;
  private static final NDRange ONE = NDRange.of(1);
  private static final NDRange SMALL = NDRange.of(1024).local(64);

  private final Context context = Context.create();
  private final CommandQueue queue = context.queue(QueueOptions.IN_ORDER);
  private final BoundKernel empty = context.build("kernel void k() {}").kernel("k").with();
  private final BoundKernel small =
      context
          .build("kernel void k(global float *x) { x[get_global_id(0)] += 1; }")
          .kernel("k")
          .with(context.buffer(new float[1024]));

  /** Compiles the kernels. */
  @Setup
  public void compile() {
    empty.run(ONE);
    small.run(SMALL);
  }

  /** Frees all. */
  @TearDown
  public void close() {
    context.close();
  }

  /** A launch that is waited for. */
  @Benchmark
  public RunResult emptyKernel() {
    return empty.run(ONE);
  }

  /** A launch of 16 work-groups that is waited for. */
  @Benchmark
  public RunResult smallKernel() {
    return small.run(SMALL);
  }

  /** A thousand launches through an in-order queue; the time is of all. */
  @Benchmark
  public Event queuedKernels() {
    Event last = queue.run(empty, ONE);
    for (int i = 1; i < TOGETHER; i++) {
      last = queue.run(empty, ONE);
    }
    last.waitFor();
    return last;
  }
}

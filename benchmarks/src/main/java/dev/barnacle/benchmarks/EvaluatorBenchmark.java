package dev.barnacle.benchmarks;

import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Event;
import dev.barnacle.model.Execution;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import dev.barnacle.model.Model;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A model's axioms, asked of message passing in several threads, as the search asks them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EvaluatorBenchmark {
  private static final int THREADS = 6;

  /** The model. */
  @Param({"c11", "opencl-scoped", "rc11"})
  public String model = "";

  private final Execution execution = new Execution(64);
  private Evaluator evaluator = Model.shipped("sc").evaluator(execution);

  private int add(int thread, Event.Kind kind, MemoryOrder order, int location, int instance) {
    return execution.add(
        new Event(
            thread,
            thread,
            thread,
            thread < 0 ? -1 : 0,
            kind,
            true,
            order,
            MemoryScope.DEVICE,
            location,
            false,
            true,
            false,
            -1,
            instance));
  }

  /** Makes the execution: each thread writes data and a flag, and reads those of the one before. */
  @Setup
  public void execute() {
    evaluator = Model.shipped(model).evaluator(execution);
    for (int location = 0; location < 2 * THREADS; location++) {
      add(-1, Event.Kind.INIT, MemoryOrder.RELAXED, location, -1);
    }
    int[] flag = new int[THREADS];
    int[] data = new int[THREADS];
    for (int thread = 0; thread < THREADS; thread++) {
      int last = (thread + THREADS - 1) % THREADS;
      int[] own = {
        add(thread, Event.Kind.WRITE, MemoryOrder.RELAXED, 2 * thread, 0),
        add(thread, Event.Kind.WRITE, MemoryOrder.RELEASE, 2 * thread + 1, 1),
        add(thread, Event.Kind.READ, MemoryOrder.ACQUIRE, 2 * last + 1, 2),
        add(thread, Event.Kind.READ, MemoryOrder.RELAXED, 2 * last, 3)
      };
      for (int a = 0; a < own.length; a++) {
        for (int b = a + 1; b < own.length; b++) {
          execution.relation(BaseRelation.SEQUENCED_BEFORE).add(own[a], own[b]);
        }
      }
      data[thread] = own[0];
      flag[thread] = own[1];
      if (thread > 0) {
        execution.relation(BaseRelation.READS_FROM).add(flag[last], own[2]);
        execution.relation(BaseRelation.READS_FROM).add(data[last], own[3]);
      } else {
        execution.relation(BaseRelation.READS_FROM).add(2 * last + 1, own[2]);
        execution.relation(BaseRelation.READS_FROM).add(2 * last, own[3]);
      }
    }
    if (!whole() || !grows()) {
      throw new IllegalStateException(model + " forbids message passing");
    }
  }

  /** Returns whether the execution, seen as one that still grows, can become consistent. */
  @Benchmark
  public boolean grows() {
    return evaluator.prefix();
  }

  /** Returns whether the whole execution is consistent, as far as no order needs to be chosen. */
  @Benchmark
  public boolean whole() {
    evaluator.clearDecisions();
    return evaluator.begin() && evaluator.choose();
  }
}

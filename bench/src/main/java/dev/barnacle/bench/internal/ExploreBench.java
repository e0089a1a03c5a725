package dev.barnacle.bench.internal;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.Program;
import dev.barnacle.explore.KernelOutcome;
import java.time.Duration;
import java.util.List;

/**
 * Times the exploration of kernels, in this process and warm: families that grow until a size takes
 * longer than a limit.
 */
final class ExploreBench {
  private static final int BUFFER_BYTES = 8192;

  private final BenchReport report;
  private final int repeats;
  private final Duration limit;

  /**
   * Makes one.
   *
   * @param limit a family ends with the first size that takes longer
   */
  ExploreBench(BenchReport report, int repeats, Duration limit) {
    this.report = report;
    this.repeats = repeats;
    this.limit = limit;
  }

  /** Returns the names of the families. */
  static List<String> names() {
    return ExploreFamilies.all().stream().map(family -> name(family.getFirst())).toList();
  }

  private static String name(ExploreFamilies.Member member) {
    return "explore_" + member.kernel();
  }

  private static List<List<ExploreFamilies.Member>> chosen(List<String> names) {
    return ExploreFamilies.all().stream()
        .filter(family -> names.isEmpty() || names.contains(name(family.getFirst())))
        .toList();
  }

  /**
   * Times families.
   *
   * @param names which ones; all if there are none
   */
  void run(List<String> names) {
    try (Context context = Context.builder().watched().create();
        Program program = context.build(ExploreFamilies.SOURCE, "-cl-std=CL2.0")) {
      for (List<ExploreFamilies.Member> family : chosen(names)) {
        for (ExploreFamilies.Member member : family) {
          if (time(context, program, member) > limit.toMillis()) {
            break;
          }
        }
      }
    }
  }

  /** Times a launch and returns its best time in milliseconds. */
  private double time(Context context, Program program, ExploreFamilies.Member member) {
    Kernel kernel = program.kernel(member.kernel());
    long[] times = new long[repeats];
    KernelOutcome outcome = null;
    try (Buffer first = context.buffer(new int[BUFFER_BYTES / Integer.BYTES]);
        Buffer second = context.buffer(new int[BUFFER_BYTES / Integer.BYTES])) {
      for (int i = -1; i < repeats; i++) {
        long start = System.nanoTime();
        outcome = kernel.with(first, second).explore(member.range());
        long nanos = System.nanoTime() - start;
        times[Math.max(i, 0)] = nanos;
        if (nanos > limit.toNanos()) {
          times = new long[] {nanos};
          break;
        }
      }
    }
    if (outcome == null || !outcome.isClean() || !outcome.complete()) {
      throw new BenchException("the kernel " + member.kernel() + " is not correct");
    }
    Timing timing = Timing.of("Barnacle", times);
    String size =
        member.size()
            + ", "
            + outcome.executions()
            + " execution"
            + (outcome.executions() == 1 ? "" : "s");
    report.row(new Row(name(member), size, outcome.executions(), "execution", timing, List.of()));
    return timing.bestMs();
  }
}

package dev.barnacle.cl;

import dev.barnacle.watch.Report;

/** Checks a kernel, for {@link DebuggerTest} to stop in. */
final class DebuggedKernel {
  static final String SOURCE =
      """
      kernel void sum_below(global int *sums, int limit)
      {
        int sum = 0;
        for (int i = 0; i < limit; i++)
          sum += i;
        sums[get_global_id(0)] = sum;
      }
      """;

  private DebuggedKernel() {}

  /** Runs the kernel once. */
  public static void main(String[] arguments) {
    try (Context context = Context.builder().watched().create()) {
      Program program = context.build("sum.cl", SOURCE, "");
      Buffer sums = context.buffer(16);
      Report report = program.kernel("sum_below").with(sums, 5).check(NDRange.of(4).local(4));
      System.out.println("findings: " + report.findings().size());
    }
  }
}

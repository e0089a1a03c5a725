package dev.barnacle.cli.internal.run;

import dev.barnacle.cl.RunResult;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Shows where the time of a launch went. */
public final class Profile {
  private final RunReport report;

  /** Makes the profile of a launch. */
  public Profile(RunReport report) {
    this.report = report;
  }

  /** Prints it. */
  public void print(PrintWriter to) {
    List<RunResult> results = report.results();
    RunResult first = results.getFirst();
    double[] times = times(report);
    double best = times[0];
    line(to, "kernel", report.kernel() + " over " + first.range());
    line(to, "device", report.device());
    line(to, "build", time((double) report.buildNanos()) + " from source to IR");
    line(to, "compile", time((double) first.compileNanos()) + " from IR to machine code");
    line(to, "work-groups", String.valueOf(first.groups()));
    line(to, "kernel time", times(times));
    line(to, "rate", rate(items(first), best) + "work-items/s");
    line(to, "buffers", size((double) report.bufferBytes()) + throughput(best));
    if (times.length > 1) {
      results.forEach(r -> line(to, "  run", time((double) r.kernelNanos())));
    }
  }

  private static double[] times(RunReport report) {
    return report.results().stream().mapToDouble(RunResult::kernelNanos).sorted().toArray();
  }

  private static String times(double[] sorted) {
    return sorted.length == 1
        ? time(sorted[0])
        : "best %s, median %s, worst %s of %d"
            .formatted(
                time(sorted[0]),
                time(median(sorted)),
                time(sorted[sorted.length - 1]),
                sorted.length);
  }

  /** Returns how long the kernel took, and how long it took to build it, in a line. */
  static String summary(RunReport report) {
    return "kernel %s: %s, built in %s"
        .formatted(report.kernel(), times(times(report)), time((double) report.totalBuildNanos()));
  }

  private String throughput(double nanos) {
    return nanos == 0 || report.bufferBytes() == 0
        ? ""
        : ", %s/s if each byte is used once".formatted(size(report.bufferBytes() / (nanos / 1e9)));
  }

  private static double items(RunResult result) {
    return result.range().global().stream()
        .mapToDouble(Long::doubleValue)
        .reduce(1, (a, b) -> a * b);
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static void line(PrintWriter to, String name, String value) {
    to.printf(Locale.ROOT, "%-12s %s%n", name, value);
  }

  private static String time(double nanos) {
    return nanos < 1e6
        ? String.format(Locale.ROOT, "%.1f us", nanos / 1e3)
        : nanos < 1e9
            ? String.format(Locale.ROOT, "%.2f ms", nanos / 1e6)
            : String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
  }

  private static String rate(double amount, double nanos) {
    return nanos == 0
        ? "no "
        : scaled(amount / (nanos / 1e9), 1000, new String[] {"", "k ", "M ", "G ", "T "});
  }

  private static String size(double bytes) {
    return scaled(bytes, 1024, new String[] {"B", "KiB", "MiB", "GiB", "TiB"});
  }

  private static String scaled(double amount, double step, String[] units) {
    int unit = 0;
    double value = amount;
    while (value >= step && unit < units.length - 1) {
      value /= step;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  }
}

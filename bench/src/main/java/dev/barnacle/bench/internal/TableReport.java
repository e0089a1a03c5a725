package dev.barnacle.bench.internal;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints a table for people. */
final class TableReport implements BenchReport {
  private static final int NAME_WIDTH = 17;

  private final PrintWriter out;
  private final List<String> others;
  private final String nameFormat;

  /** Prints the heading; the other platforms are told apart by number. */
  TableReport(PrintWriter out, List<String> others) {
    this(out, others, List.of());
  }

  /**
   * Prints the heading; the other platforms are told apart by number.
   *
   * @param names those of the rows, which may be long
   */
  TableReport(PrintWriter out, List<String> others, List<String> names) {
    this.out = out;
    this.others = List.copyOf(others);
    int width = names.stream().mapToInt(String::length).reduce(NAME_WIDTH, Math::max);
    this.nameFormat = "%-" + width + "s %-36s %11";
    for (int i = 0; i < others.size(); i++) {
      out.printf(Locale.ROOT, "[%d] %s%n", i + 1, others.get(i));
    }
    out.println("Host time from enqueue to finish.");
    if (!others.isEmpty()) {
      out.println(
          "Ratio: their best time over ours, and their median over ours; above 1, Barnacle is"
              + " faster.");
    }
    out.printf(
        Locale.ROOT, nameFormat + "s %11s %16s", "bench", "size", "best ms", "median ms", "rate/s");
    for (int i = 1; i <= others.size(); i++) {
      out.printf(
          Locale.ROOT, " | %11s %11s %7s %7s", "[" + i + "] best", "median", "ratio", "median");
    }
    out.println();
    out.flush();
  }

  @Override
  public void row(Row row) {
    out.printf(
        Locale.ROOT,
        nameFormat + ".3f %11.3f %16s",
        row.bench(),
        row.size(),
        row.ours().bestMs(),
        row.ours().medianMs(),
        String.format(Locale.ROOT, "%.4g %s", row.rate(), row.unit()));
    others.forEach(platform -> other(row, platform));
    out.println();
    row.failures().forEach(f -> out.println("  " + f.platform() + ": " + f.message()));
    out.flush();
  }

  private void other(Row row, String platform) {
    Optional<Timing> found =
        row.others().stream().filter(timing -> timing.platform().equals(platform)).findFirst();
    if (found.isEmpty()) {
      boolean failed = row.failures().stream().anyMatch(f -> f.platform().equals(platform));
      out.printf(Locale.ROOT, " | %11s %11s %7s %7s", failed ? "failed" : "-", "-", "-", "-");
      return;
    }
    Timing other = found.get();
    out.printf(
        Locale.ROOT,
        " | %11.3f %11.3f %7.2f %7.2f",
        other.bestMs(),
        other.medianMs(),
        row.ratio(other),
        row.medianRatio(other));
  }

  @Override
  public void mean(String platform, double ratio, double medianRatio) {
    out.printf(
        Locale.ROOT,
        "geometric mean against %s: %.2f, of medians %.2f%n",
        platform,
        ratio,
        medianRatio);
    out.flush();
  }
}

package dev.barnacle.cli.internal.check;

import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.List;
import java.util.stream.Collectors;

/** The lines that say how much of what was found. */
public final class Totals {
  private Totals() {}

  /** Returns the last line: how many of what; {@code clean} for nothing. */
  public static String of(List<CheckResult> results) {
    List<Finding> all = results.stream().flatMap(r -> r.findings().stream()).toList();
    int suppressed = results.stream().mapToInt(r -> r.suppressed().size()).sum();
    int known = results.stream().mapToInt(r -> r.known().size()).sum();
    long benign = results.stream().mapToLong(CheckResult::benign).sum();
    return (all.isEmpty() ? clean(results) : Report.totals(all))
        + (suppressed == 0 ? "" : "; " + suppressed + " suppressed")
        + (known == 0 ? "" : "; " + known + " known")
        + (benign == 0 ? "" : "; " + benign + " unordered writes of the same value");
  }

  /**
   * Returns the last line of several kernels: how many in how many files, and what is wrong.
   *
   * @param failures how many could not be built or launched
   */
  public static String summary(List<CheckResult> results, int failures) {
    List<Finding> all = results.stream().flatMap(r -> r.findings().stream()).toList();
    long clean = results.stream().filter(CheckResult::isClean).count();
    long files = results.stream().map(CheckResult::source).distinct().count();
    long guessed = results.stream().filter(r -> r.isClean() && !r.sizes().isEmpty()).count();
    int suppressed = results.stream().mapToInt(r -> r.suppressed().size()).sum();
    int known = results.stream().mapToInt(r -> r.known().size()).sum();
    long faulty = results.size() - clean;
    return counted(results.size(), "kernel")
        + " in "
        + counted(files, "file")
        + ": "
        + clean
        + " clean"
        + (guessed == 0 ? "" : " (" + guessed + " with guessed sizes: name yours with --arg)")
        + (faulty == 0 ? "" : ", " + faulty + " faulty (" + Report.totals(all) + ")")
        + (failures == 0 ? "" : ", " + failures + " not checked")
        + (suppressed == 0 ? "" : "; " + suppressed + " suppressed")
        + (known == 0 ? "" : "; " + known + " known");
  }

  /** Returns a number of things, {@code 2 kernels}. */
  public static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /** A clean launch says which sizes were guessed: with others it may be otherwise. */
  private static String clean(List<CheckResult> results) {
    List<CheckResult> guessed = results.stream().filter(r -> !r.sizes().isEmpty()).toList();
    if (guessed.isEmpty()) {
      return "clean";
    }
    String sizes =
        guessed.size() == 1
            ? String.join(", ", guessed.getFirst().sizes())
            : guessed.size() + " of " + results.size() + " kernels";
    String doubts =
        guessed.stream()
            .flatMap(r -> r.doubts().stream())
            .map(doubt -> "; " + doubt)
            .collect(Collectors.joining());
    return "clean with guessed sizes: " + sizes + doubts + "; name yours with --arg";
  }
}

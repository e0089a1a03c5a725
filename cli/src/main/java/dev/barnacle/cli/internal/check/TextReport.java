package dev.barnacle.cli.internal.check;

import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes findings as a compiler writes errors: the place, the source line, a caret, and why. */
public final class TextReport {
  /** How many of the others of one cause are told. */
  private static final int MOST_ALSO = 4;

  private final PrintWriter out;
  private final Sources sources;

  /** Makes a report. */
  public TextReport(PrintWriter out) {
    this(out, new Sources());
  }

  /** Makes a report that shows lines of these sources. */
  public TextReport(PrintWriter out, Sources sources) {
    this.out = out;
    this.sources = sources;
  }

  /** Writes the findings of a launch. */
  public void print(CheckResult result) {
    ObjectWords objects = new ObjectWords(result.parameters());
    Causes causes = new Causes();
    for (Finding finding : result.findings()) {
      title(result, finding);
      if (causes.isKnown(finding)) {
        shortly(result, finding, objects);
      } else {
        inFull(result, finding, objects);
      }
      also(finding.also());
      line("count", finding.countWords());
      out.println();
    }
  }

  private void also(List<Finding.Other> others) {
    int told = others.size() <= MOST_ALSO + 1 ? others.size() : MOST_ALSO;
    others.subList(0, told).forEach(other -> line("also", other.toString()));
    if (told < others.size()) {
      line("also", (others.size() - told) + " more, which --json and --html have");
    }
  }

  private void title(CheckResult result, Finding finding) {
    List<Finding.Access> accesses = finding.accesses();
    Location first = accesses.isEmpty() ? null : accesses.getFirst().location();
    out.println(
        place(result, first)
            + "error: "
            + finding.kind().title()
            + ": "
            + finding.message()
            + (result.kernel().isEmpty() ? "" : " [kernel " + result.kernel() + "]"));
  }

  private void inFull(CheckResult result, Finding finding, ObjectWords objects) {
    List<Finding.Access> accesses = finding.accesses();
    for (int i = 0; i < accesses.size(); i++) {
      access(result, accesses.get(i), i);
    }
    line("object", objects.words(finding));
    line("why", finding.explanation());
    line("help", finding.suggestion());
    line("note", finding.note());
  }

  /** Tells no more than what others of the same cause have not told. */
  private void shortly(CheckResult result, Finding finding, ObjectWords objects) {
    for (Finding.Access access : finding.accesses().stream().skip(1).toList()) {
      out.println(place(result, access.location()) + "note: the other place");
    }
    line("object", objects.words(finding));
    line("why", "the same as of others above");
  }

  private void access(CheckResult result, Finding.Access access, int number) {
    if (number > 0) {
      out.println(place(result, access.location()) + "note: the other place");
    }
    excerpt(access.location(), access.access() + " by " + access.who());
    Location location = access.location();
    for (Location call = location == null ? null : location.inlinedAt();
        call != null;
        call = call.inlinedAt()) {
      out.println(place(result, call) + "note: called from here");
      excerpt(call, "");
    }
  }

  private static String place(CheckResult result, @Nullable Location location) {
    if (location == null) {
      return result.source() + ": ";
    }
    return location.line() == 0 ? location.file() + ": " : location.place() + ": ";
  }

  private void excerpt(@Nullable Location location, String words) {
    String text =
        location == null ? null : sources.line(location.file(), location.line()).orElse(null);
    if (location == null || text == null) {
      line("who", words);
      return;
    }
    out.printf("%5d | %s%n", location.line(), text);
    out.println(
        "      | " + Sources.indent(text, location.column()) + ("^ " + words).stripTrailing());
  }

  private void line(String label, String words) {
    if (!words.isEmpty()) {
      out.println("      = " + label + ": " + words);
    }
  }

  /** Returns the last line: how many of what; {@code clean} for nothing. */
  public static String totals(List<CheckResult> results) {
    List<Finding> all = results.stream().flatMap(r -> r.findings().stream()).toList();
    int suppressed = results.stream().mapToInt(CheckResult::suppressed).sum();
    long benign = results.stream().mapToLong(CheckResult::benign).sum();
    return (all.isEmpty() ? clean(results) : Report.totals(all))
        + (suppressed == 0 ? "" : "; " + suppressed + " suppressed")
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
    int suppressed = results.stream().mapToInt(CheckResult::suppressed).sum();
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
        + (suppressed == 0 ? "" : "; " + suppressed + " suppressed");
  }

  static String counted(long count, String what) {
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

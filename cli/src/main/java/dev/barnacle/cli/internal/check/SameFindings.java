package dev.barnacle.cli.internal.check;

import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes findings of one kernel in several programs for one, as a suite has them that builds a
 * kernel again for each test, perhaps behind other definitions: those that are of one kind, in the
 * same lines of text. Two of one program are never one.
 */
final class SameFindings {
  private final Sources sources;
  private final Map<Key, Met> all = new LinkedHashMap<>();
  private final Map<Key, Integer> times = new HashMap<>();

  /**
   * The features that such findings have in common.
   *
   * @param number which of the findings of one program that are alike it is
   * @param program the only one that it can be of; empty for several
   */
  private record Key(
      String kernel,
      FindingKind kind,
      String message,
      List<String> places,
      String program,
      int number) {}

  /** The first one, how often all were met, and in which programs. */
  private static final class Met {
    private final Finding first;
    private final String program;
    private final ReportFile.Entry entry;
    private final Set<String> programs = new HashSet<>();
    private long count;

    Met(Finding first, String program, ReportFile.Entry entry) {
      this.first = first;
      this.program = program;
      this.entry = entry;
    }

    OfProgram finding() {
      return new OfProgram(
          program, first.withCount(count).withPrograms(Math.max(1, programs.size())), entry);
    }
  }

  /**
   * A finding.
   *
   * @param program what the driver calls the program that it was first met in, or empty
   * @param entry the same where it was first met, with the driver's names
   */
  record OfProgram(String program, Finding finding, ReportFile.Entry entry) {}

  /** Makes an empty list, with the sources by the names that the driver gave them. */
  SameFindings(Sources sources) {
    this.sources = sources;
  }

  /**
   * Adds a finding.
   *
   * @param program what the driver calls its program; empty where that is not known
   * @param entry the finding with the driver's names
   * @param shown the same with those to report
   */
  void add(String program, ReportFile.Entry entry, Finding shown) {
    String kernel = entry.kernel();
    Finding finding = entry.finding();
    List<String> places =
        finding.accesses().stream().map(a -> a.access() + " " + place(a.location())).toList();
    boolean mergeable = !kernel.isEmpty() && !program.isEmpty();
    String own = mergeable ? program : String.valueOf(all.size());
    int number =
        times.merge(
            new Key(kernel, finding.kind(), finding.message(), places, own, 0), 1, Integer::sum);
    Key key =
        new Key(kernel, finding.kind(), finding.message(), places, mergeable ? "" : own, number);
    Met met = all.computeIfAbsent(key, k -> new Met(shown, program, entry));
    met.count += finding.count();
    if (mergeable) {
      met.programs.add(program);
    }
  }

  /** Returns the lines of a place and of the calls through which it was reached. */
  private String place(@Nullable Location location) {
    StringBuilder lines = new StringBuilder();
    for (Location at = location; at != null; at = at.inlinedAt()) {
      String file = at.file();
      int line = at.line();
      lines.append(at.column()).append(' ');
      lines.append(sources.line(file, line).orElseGet(() -> file + ":" + line)).append('\n');
    }
    return lines.toString();
  }

  /** Returns them by their kernels. */
  Map<String, List<OfProgram>> byKernel() {
    Map<String, List<OfProgram>> byKernel = new LinkedHashMap<>();
    all.forEach(
        (key, met) ->
            byKernel.computeIfAbsent(key.kernel(), k -> new ArrayList<>()).add(met.finding()));
    return byKernel;
  }
}

package dev.barnacle.cli.internal.check;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares a launch whose buffers count up with one whose buffers are zeros. Integers that were
 * chosen may be indices. Then all work-items have the same one, and what they write there are
 * races. In a launch of the program's own these are none.
 */
final class CountedContents {
  private static final String NOTE =
      "not found where the integer buffers that were chosen hold 0, 1, 2, … and not zeros: if they"
          + " hold indices, name some, such as --arg NAME=TYPE[COUNT]=iota";

  private CountedContents() {}

  /** Returns whether there is something that could depend on indices. */
  static boolean mayExplain(Report report) {
    return report.findings().stream().anyMatch(CountedContents::isRace);
  }

  /**
   * Returns a report with notes at the races that another has not got.
   *
   * @param counted of a launch that came to its end
   */
  static Report explained(Report report, Report counted) {
    Set<List<@Nullable Location>> there =
        counted.findings().stream()
            .filter(CountedContents::isRace)
            .map(CountedContents::places)
            .collect(Collectors.toSet());
    List<Finding> findings = new ArrayList<>();
    for (Finding finding : report.findings()) {
      boolean gone = isRace(finding) && !there.contains(places(finding));
      findings.add(gone && finding.note().isEmpty() ? finding.withNote(NOTE) : finding);
    }
    return new Report(findings, report.benign(), report.compileNanos(), report.kernelNanos());
  }

  private static boolean isRace(Finding finding) {
    return finding.kind() == FindingKind.DATA_RACE;
  }

  private static List<@Nullable Location> places(Finding finding) {
    List<@Nullable Location> places = new ArrayList<>();
    finding.accesses().forEach(a -> places.add(a.location()));
    return places;
  }
}

package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.Spot;
import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.List;

/** The findings of the detectors, as facts for every output. */
final class CheckIssues {
  private final ObjectWords objects;

  /** Makes those of a kernel with these parameters. */
  CheckIssues(List<KernelParameter> parameters) {
    this.objects = new ObjectWords(parameters);
  }

  /** Returns a finding's facts. */
  Issue of(Finding finding) {
    List<Issue.Row> rows = new ArrayList<>();
    row(rows, "object", objects.words(finding));
    row(rows, "why", finding.explanation());
    row(rows, "help", finding.suggestion());
    row(rows, "note", finding.note());
    finding.also().forEach(other -> row(rows, "also", other.toString()));
    row(rows, "count", finding.countWords());
    return new Issue(
        finding.kind().keyword(),
        finding.kind().title(),
        finding.message(),
        finding.accesses().stream().map(CheckIssues::spot).toList(),
        rows);
  }

  private static Spot spot(Finding.Access access) {
    return Spot.of(access.location(), access.access() + " by " + access.who());
  }

  private static void row(List<Issue.Row> rows, String label, String words) {
    if (!words.isEmpty()) {
      rows.add(new Issue.Row(label, words));
    }
  }
}

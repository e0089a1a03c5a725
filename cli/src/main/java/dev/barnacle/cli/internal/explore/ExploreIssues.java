package dev.barnacle.cli.internal.explore;

import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.Spot;
import dev.barnacle.explore.KernelFault;
import java.util.ArrayList;
import java.util.List;

/** The findings of an exploration, as facts for every output. */
final class ExploreIssues {
  private static final String WEAK =
      "no run of one operation after another shows it, so check would miss it";

  private ExploreIssues() {}

  /** Returns the issues of a result: races that are one bug are one. */
  static List<Issue> of(ExploreResult result) {
    List<Issue> issues = new ArrayList<>();
    for (List<KernelFault> same : SameFaults.grouped(result.outcome().faults())) {
      issues.add(issue(same.getFirst(), same.subList(1, same.size())));
    }
    if (result.violating() != null) {
      List<Issue.Row> rows = new ArrayList<>();
      rows.add(new Issue.Row("state", result.shortText(result.violating())));
      weak(rows, result.violating().weak());
      String message = "a final state does not satisfy it";
      issues.add(new Issue("assertion", "assertion", message, List.of(), rows));
    }
    return issues;
  }

  /** Returns the issue that no final state is as {@code --exists} asks for. */
  static Issue nowhere() {
    return new Issue(
        "exists", "condition of --exists", "no final state satisfies it", List.of(), List.of());
  }

  private static Issue issue(KernelFault fault, List<KernelFault> others) {
    List<Issue.Row> rows = new ArrayList<>();
    String object = fault.object();
    row(rows, "object", object.isEmpty() ? "" : object + ", at byte " + fault.offset());
    FaultAdvice advice = FaultAdvice.of(fault);
    row(rows, "why", advice.why());
    row(rows, "help", advice.help());
    others.forEach(other -> row(rows, "also", SameFaults.words(other)));
    weak(rows, fault.weak());
    return new Issue(
        fault.kind().keyword(),
        fault.kind().phrase(),
        fault.message(),
        fault.accesses().stream().map(ExploreIssues::spot).toList(),
        rows);
  }

  private static Spot spot(KernelFault.Access access) {
    String operation = access.operation().isEmpty() ? access.access() : access.operation();
    return Spot.of(
        access.location(),
        operation + " by global id " + access.globalId() + " of work-group " + access.groupId());
  }

  private static void weak(List<Issue.Row> rows, boolean weak) {
    row(rows, "weak", weak ? WEAK : "");
  }

  private static void row(List<Issue.Row> rows, String label, String words) {
    if (!words.isEmpty()) {
      rows.add(new Issue.Row(label, words));
    }
  }
}

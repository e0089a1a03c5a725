package dev.barnacle.cli.internal.explore;

import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.IssueText;
import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.KernelTuner;
import java.io.PrintWriter;
import java.util.List;

/** Writes what an exploration found, faults as a compiler writes errors. */
public final class ExploreReport {
  private static final int MOST_STATES = 20;

  /** The limit of a search for other orders and scopes. */
  private static final String ONE_LAUNCH = "; other sizes and arguments may need more";

  private final PrintWriter out;
  private final Sources sources;

  /** Makes a report that shows lines of these sources. */
  public ExploreReport(PrintWriter out, Sources sources) {
    this.out = out;
    this.sources = sources;
  }

  /**
   * Writes a result.
   *
   * @param issues what is reported of it
   */
  public void print(ExploreResult result, List<Issue> issues) {
    new IssueText(out, sources)
        .print(
            result.source(),
            result.kernel(),
            issues.stream().filter(issue -> !issue.rule().equals("exists")).toList());
    states(result);
    out.println(summary(result));
    if (result.tuning() != null) {
      tuning(result.tuning());
    }
  }

  private void tuning(TuneResult result) {
    String explored = " (%d programs explored)".formatted(result.explored());
    if (result.stopped()) {
      explored += "; it was stopped, there may be more to find";
    }
    int count = result.tunings().size();
    if (result.tune() == Tune.REPAIR && count == 0) {
      out.println(
          "repair: none was found of at most " + KernelTuner.MOST_EDITS + " edits" + explored);
    }
    SourceDiff diff = new SourceDiff(out, sources);
    for (int i = 0; i < count; i++) {
      boolean none = result.tunings().get(i).edits().isEmpty();
      String what =
          result.tune() == Tune.REPAIR
              ? "repair %d of %d: so this launch is correct".formatted(i + 1, count)
              : none
                  ? "weakest: nothing can be weaker for this launch"
                  : "weakest: so this launch is still correct";
      out.println(what + explored + ONE_LAUNCH);
      diff.print(result.tunings().get(i));
    }
  }

  private void states(ExploreResult result) {
    List<KernelOutcome.State> states = result.outcome().states();
    if (states.isEmpty()) {
      return;
    }
    out.println(states.size() == 1 ? "1 final state" : states.size() + " final states");
    for (KernelOutcome.State state : states.subList(0, Math.min(MOST_STATES, states.size()))) {
      out.println("  " + result.shortText(state));
    }
    if (states.size() > MOST_STATES) {
      out.println("  and " + (states.size() - MOST_STATES) + " more (--json has all)");
    }
  }

  static String summary(ExploreResult result) {
    KernelOutcome outcome = result.outcome();
    StringBuilder text = new StringBuilder();
    text.append(result.verdict()).append(": kernel ").append(result.kernel());
    text.append(", model ").append(result.model());
    text.append(", ").append(outcome.executions());
    text.append(outcome.executions() == 1 ? " execution" : " executions");
    if (result.assertion() != null) {
      text.append(result.assertion() ? ", the assertion holds" : ", the assertion does not hold");
    }
    if (result.exists() != null) {
      text.append(result.exists() ? ", such a state exists" : ", no such state exists");
    }
    outcome.limits().forEach(limit -> text.append("; not all were looked at: ").append(limit));
    return text.toString();
  }
}

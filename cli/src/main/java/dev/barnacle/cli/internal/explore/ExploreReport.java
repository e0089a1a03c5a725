package dev.barnacle.cli.internal.explore;

import dev.barnacle.cli.internal.check.Sources;
import dev.barnacle.explore.KernelFault;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.KernelTuner;
import dev.barnacle.ir.Location;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes what an exploration found, faults as a compiler writes errors. */
public final class ExploreReport {
  private static final int MOST_STATES = 20;

  /** What a search for other orders and scopes can't know. */
  private static final String ONE_LAUNCH = "; other sizes and arguments may need more";

  private final PrintWriter out;
  private final Sources sources = new Sources();

  /** Makes a report. */
  public ExploreReport(PrintWriter out) {
    this.out = out;
  }

  /** Writes a result. */
  public void print(ExploreResult result) {
    for (List<KernelFault> same : SameFaults.grouped(result.outcome().faults())) {
      print(result, same.getFirst(), same.subList(1, same.size()));
    }
    if (result.violating() != null) {
      out.println(
          result.source()
              + ": error: assertion: a final state does not satisfy it [kernel "
              + result.kernel()
              + "]");
      out.println("      = state: " + result.shortText(result.violating()));
      weak(result.violating().weak());
      out.println();
    }
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

  private static String summary(ExploreResult result) {
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

  private void print(ExploreResult result, KernelFault fault, List<KernelFault> others) {
    List<KernelFault.Access> accesses = fault.accesses();
    Location first = accesses.isEmpty() ? null : accesses.getFirst().location();
    out.println(
        place(result, first)
            + "error: "
            + fault.kind().replace('-', ' ')
            + ": "
            + fault.message()
            + " [kernel "
            + result.kernel()
            + "]");
    for (int i = 0; i < accesses.size(); i++) {
      KernelFault.Access access = accesses.get(i);
      if (i > 0) {
        out.println(place(result, access.location()) + "note: the other place");
      }
      excerpt(access);
    }
    if (!fault.object().isEmpty()) {
      out.println("      = object: " + fault.object() + ", at byte " + fault.offset());
    }
    FaultAdvice advice = FaultAdvice.of(fault);
    line("why", advice.why());
    line("help", advice.help());
    others.forEach(other -> line("also", SameFaults.words(other)));
    weak(fault.weak());
    out.println();
  }

  private void line(String label, String words) {
    if (!words.isEmpty()) {
      out.println("      = " + label + ": " + words);
    }
  }

  private void weak(boolean weak) {
    if (weak) {
      out.println(
          "      = weak: no run of one operation after another shows it, so check would miss it");
    }
  }

  private static String place(ExploreResult result, @Nullable Location location) {
    return (location == null ? result.source() : location.place()) + ": ";
  }

  private void excerpt(KernelFault.Access access) {
    String words =
        (access.operation().isEmpty() ? access.access() : access.operation())
            + " by global id "
            + access.globalId()
            + " of work-group "
            + access.groupId();
    Location location = access.location();
    String text =
        location == null ? null : sources.line(location.file(), location.line()).orElse(null);
    if (location == null || text == null) {
      out.println("      = who: " + words);
      return;
    }
    out.printf("%5d | %s%n", location.line(), text);
    out.println("      | " + Sources.indent(text, location.column()) + "^ " + words);
  }
}

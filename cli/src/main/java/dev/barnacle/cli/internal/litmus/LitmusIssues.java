package dev.barnacle.cli.internal.litmus;

import dev.barnacle.cli.internal.report.Answer;
import dev.barnacle.cli.internal.report.Diagnostics;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.Spot;
import dev.barnacle.command.input.InputException;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of a litmus test, as facts for every output. */
public final class LitmusIssues {
  private final LitmusResult result;

  /**
   * The outcomes that a device showed.
   *
   * @param json what {@code --json} has of them; empty where no device ran the test
   * @param text what the text has of them
   */
  public record Seen(Map<String, Object> json, String text) {
    /** Nothing: no device runs tests. */
    public static final Seen NOTHING = new Seen(Map.of(), "");

    private Map<String, Object> with(Map<String, Object> result) {
      if (!json.isEmpty()) {
        result.put("device", json);
      }
      return result;
    }
  }

  /** Makes those of a result. */
  public LitmusIssues(LitmusResult result) {
    this.result = result;
  }

  /**
   * Returns what is reported: where a verdict is expected, the verdicts that differ; else what the
   * model flags.
   *
   * @param expected what was expected, if anything
   * @param differences in what the result differs from it
   */
  public List<Issue> all(ExpectedVerdicts.@Nullable Row expected, List<String> differences) {
    List<Issue> issues = new ArrayList<>();
    if (expected == null) {
      result.outcome().faults().values().forEach(fault -> issues.add(issue(fault)));
    }
    Spot file = new Spot(result.file(), 0, 0, "under " + result.model(), List.of());
    for (String difference : differences) {
      issues.add(
          new Issue(
              "unexpected-verdict",
              "unexpected verdict",
              difference + ", under " + result.model(),
              List.of(file),
              List.of()));
    }
    return issues;
  }

  private Issue issue(Outcome.Fault fault) {
    List<Spot> spots = new ArrayList<>();
    for (ExecutionGraph.Node node : fault.events()) {
      String thread = node.thread() < 0 ? "" : " of P" + node.thread();
      spots.add(
          new Spot(result.file(), node.line(), node.column(), node.label() + thread, List.of()));
    }
    String title = fault.kind().phrase();
    String message =
        "test "
            + result.test().name()
            + " has one under "
            + result.model()
            + ", in "
            + (fault.executions() == 1 ? "1 execution" : fault.executions() + " executions");
    return new Issue(fault.kind().keyword(), title, message, spots, List.of());
  }

  /**
   * Returns what all outputs are made of.
   *
   * @param split the issues without those that the baseline knows
   * @param told whether the text tells the test
   * @param device what a device showed
   */
  public Answer answer(Outputs.Split<Issue> split, boolean told, Seen device) {
    boolean complete = result.outcome().complete() || result.decidedByAnExecution();
    Answer.Verdict verdict =
        !split.issues().isEmpty()
            ? Answer.Verdict.FAULTY
            : complete ? Answer.Verdict.CLEAN : Answer.Verdict.INCOMPLETE;
    return new Answer(
        "test " + result.test().name() + " under " + result.model(),
        result.file(),
        null,
        "",
        "",
        verdict,
        split.issues(),
        split.known(),
        List.of(),
        "Observation " + result.observation(),
        result.seconds(),
        new Answer.Forms(
            device.with(result.json()),
            out -> {
              if (told) {
                out.println(result.text());
              }
              if (!device.text().isEmpty()) {
                out.println(device.text());
              }
            }));
  }

  /** Returns the answer of a test that could not be read or run. */
  public static Answer failed(InputException error) {
    String message = error.diagnostic();
    List<Issue> issues = Diagnostics.issues(message);
    String file = issues.isEmpty() ? "" : issues.getFirst().place().file();
    return new Answer(
        "test",
        file,
        null,
        "",
        "",
        Answer.Verdict.ERROR,
        issues,
        List.of(),
        List.of(),
        message,
        0,
        new Answer.Forms(Map.of(), out -> {}));
  }
}

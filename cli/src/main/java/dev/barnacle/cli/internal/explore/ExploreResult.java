package dev.barnacle.cli.internal.explore;

import dev.barnacle.cli.internal.report.Answer;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.Outputs;
import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.engine.fault.ExplorationKind;
import dev.barnacle.explore.KernelFault;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.ProgressRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of the exploration of a launch.
 *
 * @param elements the elements of memory that some execution changed
 * @param assertion whether every final state satisfies the assertion; null where none is given
 * @param exists whether some final state satisfies the condition; null where none is given
 * @param violating a final state that does not satisfy the assertion; null for none
 * @param tuning what came of the search for a weaker or a repaired kernel; null where none was
 *     asked for, or the kernel is not one for it
 */
public record ExploreResult(
    String source,
    String kernel,
    String model,
    ProgressRules progress,
    KernelOutcome outcome,
    List<Element> elements,
    @Nullable Boolean assertion,
    @Nullable Boolean exists,
    KernelOutcome.@Nullable State violating,
    @Nullable TuneResult tuning) {
  private static final int MOST_ELEMENTS = 64;

  /** Returns the same with what came of a search for other kernels. */
  ExploreResult with(TuneResult found) {
    return new ExploreResult(
        source, kernel, model, progress, outcome, elements, assertion, exists, violating, found);
  }

  /** Returns {@code correct}, {@code faulty} or {@code incomplete}. */
  public String verdict() {
    if (!outcome.faults().isEmpty() || Boolean.FALSE.equals(assertion)) {
      return "faulty";
    }
    if (!outcome.complete()) {
      return "incomplete";
    }
    return Boolean.FALSE.equals(exists) ? "faulty" : "correct";
  }

  /** Returns what is wrong, as facts for every output. */
  public List<Issue> issues() {
    List<Issue> issues = new ArrayList<>(ExploreIssues.of(this));
    if (issues.isEmpty() && verdict().equals("faulty")) {
      issues.add(ExploreIssues.nowhere());
    }
    return issues;
  }

  /**
   * Returns what all outputs are made of.
   *
   * @param split the issues without those that the baseline knows
   */
  public Answer answer(
      @Nullable String launch, Outputs.Split<Issue> split, Sources sources, double seconds) {
    List<Issue> issues = split.issues();
    Answer.Verdict answered =
        !issues.isEmpty()
            ? Answer.Verdict.FAULTY
            : verdict().equals("incomplete") ? Answer.Verdict.INCOMPLETE : Answer.Verdict.CLEAN;
    return new Answer(
        "kernel " + kernel,
        source,
        launch,
        kernel,
        "",
        answered,
        issues,
        split.known(),
        List.of(),
        ExploreReport.summary(this),
        seconds,
        new Answer.Forms(
            json(launch, seconds), out -> new ExploreReport(out, sources).print(this, issues)));
  }

  /** Returns the JSON object. */
  private Map<String, Object> json(@Nullable String launch, double seconds) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("launch", launch);
    line.put("kernel", kernel);
    line.put("model", model);
    line.put("progress", progress.toString());
    line.put("verdict", verdict());
    List<Object> faults = new ArrayList<>();
    outcome.faults().forEach(f -> faults.add(json(f)));
    if (violating != null) {
      Map<String, Object> fault = new LinkedHashMap<>();
      fault.put("kind", ExplorationKind.ASSERTION.keyword());
      fault.put("message", "a final state does not satisfy the assertion: " + shortText(violating));
      fault.put("accesses", List.of());
      fault.put("weak", violating.weak());
      faults.add(fault);
    }
    line.put("faults", faults);
    line.put("assertion", assertion);
    line.put("exists", exists);
    List<Object> states = new ArrayList<>();
    for (KernelOutcome.State state : outcome.states()) {
      Map<String, Object> values = new LinkedHashMap<>();
      elements.forEach(e -> values.put(e.name(), e.value(state)));
      states.add(values);
    }
    line.put("states", states);
    line.put("executions", outcome.executions());
    line.put("complete", outcome.complete());
    line.put("limits", outcome.limits());
    if (tuning != null) {
      line.put(tuning.tune() == Tune.REPAIR ? "repairs" : "weakest", tuning.json());
      line.put("explored", tuning.explored());
    }
    line.put("seconds", seconds);
    return line;
  }

  private static Map<String, Object> json(KernelFault fault) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", fault.kind().keyword());
    json.put("message", fault.message());
    List<Object> accesses = new ArrayList<>();
    for (KernelFault.Access access : fault.accesses()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("file", access.location() == null ? null : access.location().file());
      one.put("line", access.location() == null ? null : access.location().line());
      one.put("column", access.location() == null ? null : access.location().knownColumn());
      one.put("access", access.access());
      one.put("global_id", access.globalId());
      one.put("local_id", access.localId());
      one.put("group_id", access.groupId());
      accesses.add(one);
    }
    json.put("accesses", accesses);
    json.put("argument", fault.object().isEmpty() ? null : fault.object());
    json.put("offset", fault.offset() < 0 ? null : fault.offset());
    FaultAdvice advice = FaultAdvice.of(fault);
    if (!advice.why().isEmpty()) {
      json.put("explanation", advice.why());
    }
    if (!advice.help().isEmpty()) {
      json.put("suggestion", advice.help());
    }
    json.put("executions", fault.executions());
    json.put("weak", fault.weak());
    return json;
  }

  /** Returns a final state in words: the elements that some execution changed. */
  String text(KernelOutcome.State state) {
    return text(state, Integer.MAX_VALUE);
  }

  /** Returns the same in a few words: some of the elements, and how many there are more. */
  String shortText(KernelOutcome.State state) {
    return text(state, MOST_ELEMENTS);
  }

  private String text(KernelOutcome.State state, int most) {
    StringBuilder text = new StringBuilder();
    for (Element e : elements.subList(0, Math.min(most, elements.size()))) {
      text.append(text.isEmpty() ? "" : " ").append(e.name()).append('=').append(e.value(state));
    }
    if (elements.size() > most) {
      text.append(" and ").append(elements.size() - most).append(" more (--json has all)");
    }
    return text.isEmpty() ? "nothing is changed" : text.toString();
  }
}

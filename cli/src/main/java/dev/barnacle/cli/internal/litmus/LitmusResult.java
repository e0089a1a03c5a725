package dev.barnacle.cli.internal.litmus;

import dev.barnacle.explore.Blame;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.Outcome;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.frontend.litmus.LitmusTest.Quantifier;
import dev.barnacle.frontend.litmus.Reference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a litmus test under a model.
 *
 * @param file the file as the user named it
 * @param model the model's name
 * @param verdictOnly whether the states and counts are only of the executions that the verdict
 *     needed
 * @param seconds how long it took
 * @param blame where no execution is consistent, which axioms forbid them; else null
 */
public record LitmusResult(
    String file,
    LitmusTest test,
    LitmusTask task,
    String model,
    boolean verdictOnly,
    Outcome outcome,
    double seconds,
    @Nullable Blame blame) {

  /** The same with a graph more, if there is one. */
  LitmusResult with(Optional<ExecutionGraph> graph) {
    if (graph.isEmpty()) {
      return this;
    }
    List<ExecutionGraph> graphs = new ArrayList<>(outcome.graphs());
    graphs.add(graph.get());
    return new LitmusResult(
        file, test, task, model, verdictOnly, outcome.withGraphs(graphs), seconds, blame);
  }

  /**
   * Returns whether some execution decides the verdict: it satisfies what is looked for, or breaks
   * what all must satisfy.
   */
  boolean decidedByAnExecution() {
    return (test.quantifier() == Quantifier.FORALL ? outcome.negative() : outcome.positive()) > 0;
  }

  /** Returns whether the exploration ended because the run was asked to end. */
  public boolean wasStopped() {
    return outcome.limits().contains(Outcome.STOPPED);
  }

  /** The truth of the final condition. */
  public boolean conditionHolds() {
    return switch (test.quantifier()) {
      case EXISTS -> outcome.positive() > 0;
      case NOT_EXISTS -> outcome.positive() == 0;
      case FORALL -> outcome.negative() == 0;
    };
  }

  /** Returns whether no consistent execution has a race. */
  public boolean raceFree() {
    return outcome.faults().values().stream().noneMatch(f -> f.kind().isRace());
  }

  /**
   * Always, Sometimes or Never: how often the proposition holds. Where only the verdict was asked
   * for and an execution decided it, the others were not looked at: it is Sometimes then.
   */
  public String observation() {
    if (verdictOnly && decidedByAnExecution()) {
      return "Sometimes";
    }
    if (outcome.positive() == 0) {
      return "Never";
    }
    return outcome.negative() == 0 ? "Always" : "Sometimes";
  }

  private String quantifier() {
    return switch (test.quantifier()) {
      case EXISTS -> "exists";
      case NOT_EXISTS -> "~exists";
      case FORALL -> "forall";
    };
  }

  private String condition() {
    return quantifier() + " (" + test.condition() + ")";
  }

  /** The states in the order of their text, with their counts. */
  private Map<String, Long> states() {
    Map<String, Long> sorted = new java.util.TreeMap<>();
    outcome
        .states()
        .forEach(
            (state, count) -> {
              StringBuilder text = new StringBuilder();
              for (int i = 0; i < test.observed().size(); i++) {
                Reference reference = task.references().get(i);
                text.append(text.isEmpty() ? "" : " ")
                    .append(
                        reference instanceof Reference.Memory ? "[" + reference + "]" : reference)
                    .append('=')
                    .append(task.show(reference, state.get(i)))
                    .append(';');
              }
              sorted.merge(text.toString(), count, Long::sum);
            });
    return sorted;
  }

  /** Returns a warning where no execution is consistent: the answer is of no execution then. */
  public Optional<String> warning() {
    return blame == null ? Optional.empty() : Optional.of(Emptiness.words(blame, model));
  }

  /** The text that herd's users know. */
  public String text() {
    StringBuilder out = new StringBuilder();
    String verb =
        test.quantifier() == Quantifier.EXISTS
            ? "Allowed"
            : test.quantifier() == Quantifier.FORALL ? "Required" : "Forbidden";
    out.append("Test ").append(test.name()).append(' ').append(verb).append('\n');
    Map<String, Long> states = states();
    out.append("States ").append(states.size()).append('\n');
    states.keySet().forEach(s -> out.append(s).append('\n'));
    out.append(conditionHolds() ? "Ok" : "No").append('\n');
    out.append("Witnesses\n");
    out.append(witnesses());
    for (Outcome.Fault fault : outcome.faults().values()) {
      out.append("Flag ").append(fault.kind().keyword()).append(faultEvents(fault)).append('\n');
    }
    out.append("Condition ").append(condition()).append('\n');
    out.append(
        "Observation %s %s %d %d%n"
            .formatted(test.name(), observation(), outcome.positive(), outcome.negative()));
    if (verdictOnly) {
      out.append("Partial: states and counts are of what the verdict needed\n");
    }
    if (!outcome.complete()) {
      out.append("Incomplete: ").append(String.join(", ", outcome.limits())).append('\n');
    }
    out.append("Time %s %.3f%n".formatted(test.name(), seconds));
    return out.toString();
  }

  /**
   * As herd counts: by the whole condition, so that under {@code ~exists} what satisfies the
   * proposition is negative. (The {@code Observation} is always of the proposition.)
   */
  private String witnesses() {
    boolean not = test.quantifier() == Quantifier.NOT_EXISTS;
    return "Positive: %d Negative: %d%n"
        .formatted(
            not ? outcome.negative() : outcome.positive(),
            not ? outcome.positive() : outcome.negative());
  }

  private String faultEvents(Outcome.Fault fault) {
    StringBuilder out = new StringBuilder();
    for (ExecutionGraph.Node node : fault.events()) {
      out.append(out.isEmpty() ? " between " : " and ").append(place(node));
    }
    return fault.events().size() == 1 ? out.toString().replace("between", "at") : out.toString();
  }

  private String place(ExecutionGraph.Node node) {
    String where =
        node.line() == 0 ? "" : " (" + file + ":" + node.line() + ":" + node.column() + ")";
    return (node.thread() < 0 ? "" : "P" + node.thread() + " ") + node.label() + where;
  }

  /** The object of {@code --json}. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("test", test.name());
    json.put("file", file);
    json.put("model", model);
    json.put("quantifier", quantifier());
    json.put("condition", test.condition().toString());
    json.put("condition_holds", conditionHolds());
    json.put("observation", observation());
    json.put("race_free", raceFree());
    List<Object> faults = new ArrayList<>();
    outcome.faults().values().forEach(f -> faults.add(json(f)));
    json.put("faults", faults);
    Map<String, Object> executions = new LinkedHashMap<>();
    executions.put("candidate", outcome.candidate());
    executions.put("consistent", outcome.consistent());
    executions.put("positive", outcome.positive());
    executions.put("negative", outcome.negative());
    json.put("executions", executions);
    json.put("states", jsonStates());
    if (blame != null) {
      json.put("warning", Emptiness.words(blame, model));
      json.put("forbidden_by", Emptiness.json(blame));
    }
    if (verdictOnly) {
      json.put("partial", true);
    }
    json.put("complete", outcome.complete());
    json.put("seconds", seconds);
    return json;
  }

  private List<Object> jsonStates() {
    List<Object> states = new ArrayList<>();
    outcome
        .states()
        .forEach(
            (state, count) -> {
              Map<String, Object> object = new LinkedHashMap<>();
              for (int i = 0; i < test.observed().size(); i++) {
                Reference reference = task.references().get(i);
                String shown = task.show(reference, state.get(i));
                object.put(
                    reference.toString(),
                    shown.equals(state.get(i).toString()) ? state.get(i) : shown);
              }
              object.put("count", count);
              states.add(object);
            });
    states.sort(java.util.Comparator.comparing(Object::toString));
    return states;
  }

  private Map<String, Object> json(Outcome.Fault fault) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", fault.kind().keyword());
    json.put("check", fault.check());
    json.put("executions", fault.executions());
    List<Object> events = new ArrayList<>();
    for (ExecutionGraph.Node node : fault.events()) {
      Map<String, Object> event = new LinkedHashMap<>();
      event.put("thread", node.thread());
      event.put("event", node.label());
      event.put("file", file);
      event.put("line", node.line());
      event.put("column", node.column());
      events.add(event);
    }
    json.put("events", events);
    return json;
  }

  /** The graph for a reason, if there is one. */
  public Optional<ExecutionGraph> graph(String reason) {
    return outcome.graphs().stream().filter(g -> g.reason().equals(reason)).findFirst();
  }
}

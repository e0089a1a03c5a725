package dev.barnacle.explore.internal;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Explorer.Question;
import dev.barnacle.explore.Goal;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.Scenario;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Puts the parts of an exploration together. */
public final class Exploration {
  private static final int SMALLEST = 64;
  private static final int GREATEST = 4096;

  private final Model model;
  private final Rules rules;

  /** Makes one for a model. */
  public Exploration(Model model) {
    this.model = model;
    this.rules = Rules.of(model);
  }

  /** See {@link dev.barnacle.explore.Explorer#addressOf}. */
  public static long addressOf(int memory, long byteOffset) {
    return Pointers.shared(memory, byteOffset);
  }

  /**
   * Explores a scenario.
   *
   * @param goal what decides the verdict, where nothing but the verdict is asked for
   */
  public Outcome run(
      Scenario scenario, Question question, @Nullable Goal goal, int unroll, BooleanSupplier stop)
      throws ExploreException {
    List<ThreadCode> code = new ArrayList<>();
    Map<String, Integer> barriers = new HashMap<>();
    for (Scenario.Worker worker : scenario.threads()) {
      code.add(new ThreadCode(scenario, worker, barriers));
    }
    for (int capacity = SMALLEST; capacity <= GREATEST; capacity *= 2) {
      try {
        return run(scenario, code, question, goal, new Limits(unroll, stop), capacity);
      } catch (Search.TooManyEvents e) {
        // Again, with more room.
      }
    }
    throw new ExploreException("an execution has more than " + GREATEST + " events", null);
  }

  private Outcome run(
      Scenario scenario,
      List<ThreadCode> code,
      Question question,
      @Nullable Goal goal,
      Limits limits,
      int capacity)
      throws ExploreException {
    Trace trace = new Trace(scenario, capacity);
    Evaluator evaluator = model.evaluator(trace.execution);
    Completion.Findings record = new Completion.Findings(model.faults().size());
    Completion leaf =
        new Completion(
            model,
            trace,
            evaluator,
            rules,
            limits,
            question.observables(),
            question.condition(),
            question.filter(),
            record,
            goal == null
                ? null
                : new Verdict(goal, question.observables(), model, rules, scenario, code));
    ValueSets values = new ValueSets(scenario, code, question.constants());
    Search search =
        new Search(
            code, trace, evaluator, rules, limits, values, leaf, new Cycles(scenario, rules));
    try {
      search.run();
    } catch (Limits.Decided e) {
      // Nothing that is left changes the verdict.
    } catch (Limits.Stopped e) {
      // What was found so far is reported as incomplete.
    }
    return outcome(record, limits);
  }

  private Outcome outcome(Completion.Findings record, Limits limits) {
    Map<String, Outcome.Fault> faults = new LinkedHashMap<>();
    List<ExecutionGraph> graphs = new ArrayList<>();
    if (record.witness != null) {
      graphs.add(record.witness);
    }
    for (int i = 0; i < record.faults.length; i++) {
      if (record.faults[i] > 0) {
        String name = model.faults().get(i).name();
        faults.put(
            name,
            new Outcome.Fault(
                name, FaultKinds.of(name), record.faults[i], record.faultEvents.get(i)));
        ExecutionGraph graph = record.faultGraphs[i];
        if (graph != null) {
          graphs.add(graph);
        }
      }
    }
    return new Outcome(
        record.states,
        record.candidate,
        record.consistent,
        record.positive,
        faults,
        limits.reached().isEmpty(),
        List.copyOf(limits.reached()),
        graphs);
  }
}

package dev.barnacle.explore.internal;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Explorer.Question;
import dev.barnacle.explore.Goal;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.Scenario;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.HashMap;
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
  private final boolean apart;

  /**
   * Makes one for a model.
   *
   * @param apart whether every execution is to be visited even where identical threads make it the
   *     same as another but for names
   */
  public Exploration(Model model, boolean apart) {
    this.model = model;
    this.apart = apart;
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
    Symmetry symmetry =
        new Symmetry(scenario, code, apart || !Completion.countsOncePerOrder(evaluator));
    Orbits orbits = new Orbits(symmetry, code, question.observables());
    Verdict verdict =
        goal == null
            ? null
            : new Verdict(goal, question.observables(), orbits, model, rules, scenario, code);
    Findings findings = new Findings(model, question, orbits, verdict);
    Completion leaf =
        new Completion(
            model, code, trace, evaluator, rules, limits, orbits.observables(), findings, verdict);
    Search search =
        new Search(
            code,
            trace,
            evaluator,
            rules,
            limits,
            new ValueSets(scenario, code, question.constants()),
            leaf,
            new Cycles(scenario, rules),
            new Representatives(symmetry, trace, code.size()));
    boolean ended = true;
    try {
      search.run();
    } catch (Limits.Decided | Limits.Stopped e) {
      // Nothing that is left changes the verdict; or what was found so far is reported as such.
      ended = false;
    }
    return findings.outcome(ended, List.copyOf(limits.reached()));
  }
}

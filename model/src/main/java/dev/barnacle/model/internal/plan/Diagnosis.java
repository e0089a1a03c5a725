package dev.barnacle.model.internal.plan;

import dev.barnacle.model.Bits;
import dev.barnacle.model.Execution;
import dev.barnacle.model.Relation;
import dev.barnacle.model.Violation.Link;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Finds out which checks an execution fails whose orders are all decided, and why. */
final class Diagnosis {
  private final Execution execution;
  private final List<Check> checks;
  private final Map<Term, Bits> values = new HashMap<>();
  private final Set<Term> shown;
  private final TermText text;
  private final List<Step> steps = new ArrayList<>();
  private final Relation scratch;

  /**
   * @param decided the pairs decided of each chosen order
   * @param shows the terms that explanations do not take apart
   */
  Diagnosis(
      Execution execution,
      Relation[] decided,
      List<Check> checks,
      List<Term> shows,
      Map<Term, String> names) {
    this.execution = execution;
    this.checks = checks;
    this.shown = new HashSet<>(shows);
    this.text = new TermText(names);
    this.scratch = new Relation(execution.capacity());
    Planner planner = new Planner(execution, false, decided, steps, steps);
    checks.forEach(c -> plan(planner, c.term()));
  }

  private void plan(Planner planner, Term term) {
    if (values.containsKey(term)) {
      return;
    }
    values.put(term, planner.slot(term, false));
    if (term instanceof Term.Apply apply) {
      apply.arguments.forEach(a -> plan(planner, a));
    }
  }

  /** The numbers of the checks that fail. */
  List<Integer> failing() {
    int n = execution.size();
    for (Step step : steps) {
      step.run(n);
    }
    List<Integer> failing = new ArrayList<>();
    for (int i = 0; i < checks.size(); i++) {
      Check check = checks.get(i);
      Bits value = Objects.requireNonNull(values.get(check.term()));
      if (check.holds(value, scratch, n) == check.negated()) {
        failing.add(i);
      }
    }
    return failing;
  }

  /** After {@link #failing}: what shows that a check fails. */
  List<Link> why(int number) {
    Check check = checks.get(number);
    Paths paths =
        new Paths(t -> Objects.requireNonNull(values.get(t)), shown, text, execution.size());
    return check.negated() ? List.of() : paths.violation(check);
  }
}

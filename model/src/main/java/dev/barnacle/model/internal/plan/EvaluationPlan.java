package dev.barnacle.model.internal.plan;

import dev.barnacle.model.Bits;
import dev.barnacle.model.EventSet;
import dev.barnacle.model.Execution;
import dev.barnacle.model.Relation;
import dev.barnacle.model.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A model's checks and faults compiled for one execution: the steps, in the order in which they
 * run, and all the slots that they need.
 *
 * <p>There are three stages. {@link #prefix} asks of an execution that still grows whether it can
 * become a consistent one. {@link #begin} computes what reads-from decides once all events are
 * there. {@link #choose} follows each decision on a chosen order.
 */
public final class EvaluationPlan {
  private final Execution execution;
  private final List<Check> faults;
  private final Relation[] decided;
  private final Relation[] certain;
  private final Relation[] choosable;
  private final EventSet[] domains;
  private final Step[] prefix;
  private final Step[] begin;
  private final Step[] choose;
  private final Step[] confirm;
  private final List<Check> checks;
  private final List<Bits> boundChecks = new ArrayList<>();
  private final List<Bits> lowerFaults = new ArrayList<>();
  private final List<Bits> upperFaults = new ArrayList<>();
  private final List<Bits> shown = new ArrayList<>();
  private final Step[] show;
  private final Relation scratch;
  private final int[] violated = {-1};
  private final Supplier<Diagnosis> diagnoses;
  private @Nullable Diagnosis diagnosis;

  /**
   * Compiles.
   *
   * @param checks what a consistent execution satisfies
   * @param faults what a faulty execution violates; a negated one is a fault when it holds
   * @param shows what {@link #show} computes
   */
  public EvaluationPlan(
      Execution execution, Terms terms, List<Check> checks, List<Check> faults, List<Term> shows) {
    this.execution = execution;
    this.checks = checks;
    this.faults = faults;
    int choices = terms.choices().size();
    decided = new Relation[choices];
    for (int k = 0; k < choices; k++) {
      decided[k] = new Relation(execution.capacity());
    }
    scratch = new Relation(execution.capacity());
    prefix = planPrefix();
    certain = new Relation[choices];
    choosable = new Relation[choices];
    domains = new EventSet[choices];
    List<Step> early = new ArrayList<>();
    List<Step> late = new ArrayList<>();
    Planner planner = new Planner(execution, false, decided, early, late);
    for (Term.Choice choice : terms.choices()) {
      certain[choice.number] = (Relation) planner.slot(choice, false);
      choosable[choice.number] = (Relation) planner.slot(choice, true);
      domains[choice.number] = (EventSet) planner.slot(choice.domain, false);
    }
    planTests(planner);
    List<Step> confirming = new ArrayList<>();
    planner.lateInto(confirming);
    checks.forEach(c -> boundChecks.add(planner.slot(c.term(), !c.negated())));
    for (Check fault : faults) {
      lowerFaults.add(planner.slot(fault.term(), false));
      upperFaults.add(planner.slot(fault.term(), true));
    }
    begin = early.toArray(new Step[0]);
    choose = late.toArray(new Step[0]);
    confirm = confirming.toArray(new Step[0]);
    List<Step> showing = new ArrayList<>();
    Planner shower = new Planner(execution, false, decided, showing, showing);
    shows.forEach(s -> shown.add(shower.slot(s, false)));
    show = showing.toArray(new Step[0]);
    diagnoses = () -> new Diagnosis(execution, decided, checks, shows, terms.names());
  }

  private Step[] planPrefix() {
    List<Step> steps = new ArrayList<>();
    planTests(new Planner(execution, true, decided, steps, steps));
    return steps.toArray(new Step[0]);
  }

  private void planTests(Planner planner) {
    for (int i = 0; i < checks.size(); i++) {
      Check check = checks.get(i);
      if (check.negated()) {
        continue;
      }
      Bits lower = planner.slotUnlessEmpty(check.term(), false);
      if (lower != null) {
        planner.steps(check.term()).add(new Step.Test(check, lower, scratch, i, violated));
      }
    }
  }

  private boolean run(Step[] steps) {
    int n = execution.size();
    violated[0] = -1;
    for (Step step : steps) {
      if (!step.run(n)) {
        return false;
      }
    }
    return true;
  }

  /** Forgets all decisions on chosen orders. */
  public void clearDecisions() {
    for (Relation relation : decided) {
      relation.clear();
    }
  }

  /** Returns whether the execution, which may still grow, can become a consistent one. */
  public boolean prefix() {
    return run(prefix);
  }

  /** Starts on an execution that has all its events; false when it is inconsistent. */
  public boolean begin() {
    clearDecisions();
    return run(begin);
  }

  /** Computes what the decisions so far entail; false when they make it inconsistent. */
  public boolean choose() {
    return run(choose);
  }

  /**
   * Computes the bounds that {@link #confirmed}, {@link #faultCertain} and {@link #faultPossible}
   * need.
   */
  public void confirm() {
    run(confirm);
  }

  /** Returns whether all checks hold however the undecided pairs are decided. */
  public boolean confirmed() {
    int n = execution.size();
    for (int i = 0; i < checks.size(); i++) {
      Check check = checks.get(i);
      if (check.holds(boundChecks.get(i), scratch, n) == check.negated()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether fault {@code i} is certain, however the undecided pairs are decided. */
  public boolean faultCertain(int i) {
    Check fault = faults.get(i);
    Bits bound = (fault.negated() ? upperFaults : lowerFaults).get(i);
    return fault.holds(bound, scratch, execution.size()) == fault.negated();
  }

  /** Returns whether fault {@code i} is possible, with some decision of the undecided pairs. */
  public boolean faultPossible(int i) {
    Check fault = faults.get(i);
    Bits bound = (fault.negated() ? lowerFaults : upperFaults).get(i);
    return fault.holds(bound, scratch, execution.size()) == fault.negated();
  }

  /** Returns the set or relation that fault {@code i} speaks of. */
  public Bits faultValue(int i) {
    return lowerFaults.get(i);
  }

  /** The number of chosen orders. */
  public int choices() {
    return decided.length;
  }

  /** The pairs of order {@code k} that were decided: the search adds to them. */
  public Relation decided(int k) {
    return decided[k];
  }

  /** The pairs of order {@code k} that are certain. */
  public Relation certain(int k) {
    return certain[k];
  }

  /** The pairs of order {@code k} that are certain or undecided. */
  public Relation choosable(int k) {
    return choosable[k];
  }

  /** The events that order {@code k} is over. */
  public EventSet domain(int k) {
    return domains[k];
  }

  /** The number of the check that failed last, or -1. */
  public int violated() {
    return violated[0];
  }

  /** The numbers of the checks that fail, for an execution whose orders are all decided. */
  public List<Integer> failing() {
    if (diagnosis == null) {
      diagnosis = diagnoses.get();
    }
    return diagnosis.failing();
  }

  /** After {@link #failing}: what shows that a check fails. */
  public List<Violation.Link> why(int check) {
    return diagnosis == null ? List.of() : diagnosis.why(check);
  }

  /** The values of the shown terms. */
  public List<Bits> show() {
    run(show);
    return shown;
  }

  /**
   * Returns whether some order has an undecided pair; it goes to {@code pair}: order, first,
   * second.
   */
  public boolean undecided(int @Nullable [] pair) {
    int n = execution.size();
    for (int k = 0; k < choosable.length; k++) {
      Relation open = choosable[k];
      for (int a = 0; a < n; a++) {
        for (int b = a + 1; b < n; b++) {
          if (open.contains(a, b) && open.contains(b, a)) {
            if (pair != null) {
              pair[0] = k;
              pair[1] = a;
              pair[2] = b;
            }
            return true;
          }
        }
      }
    }
    return false;
  }
}

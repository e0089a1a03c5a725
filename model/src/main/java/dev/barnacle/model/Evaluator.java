package dev.barnacle.model;

import dev.barnacle.model.internal.plan.EvaluationPlan;
import java.util.List;

/**
 * Evaluates one model on one execution, again and again while the execution changes. Evaluating
 * allocates nothing; one evaluator serves one thread.
 *
 * <p>While the execution grows, {@link #prefix} says whether it can still become consistent. Once
 * it has all its events, {@link #begin} starts the choice of the orders that the model generates
 * (mo, and S where the model has one): {@link #choose} follows each decision, and {@link
 * #undecided} gives the next pair to decide, until {@link #confirm} says that nothing else matters
 * or that no pair is left.
 */
public final class Evaluator {
  private final Execution execution;
  private final List<Axiom> axioms;
  private final EvaluationPlan program;

  Evaluator(Execution execution, List<Axiom> axioms, EvaluationPlan program) {
    this.execution = execution;
    this.axioms = axioms;
    this.program = program;
  }

  /** The execution. */
  public Execution execution() {
    return execution;
  }

  /** Forgets all decisions on the generated orders. */
  public void clearDecisions() {
    program.clearDecisions();
  }

  /**
   * Returns whether the execution, which may still grow, can become a consistent one whose
   * generated orders have the pairs that are decided.
   */
  public boolean prefix() {
    return program.prefix();
  }

  /** Starts on an execution that has all its events; false when it is inconsistent already. */
  public boolean begin() {
    return program.begin();
  }

  /** Computes what the decisions so far entail; false when they make the execution inconsistent. */
  public boolean choose() {
    return program.choose();
  }

  /**
   * Returns whether the execution is consistent however the pairs that are left are decided. If
   * none is left, this is whether it is consistent.
   */
  public boolean confirm() {
    program.confirm();
    return program.confirmed();
  }

  /** The number of the axiom that failed last in {@link Model#axioms}, or -1. */
  public int violated() {
    return program.violated();
  }

  /** After {@link #confirm}: whether fault {@code i} of {@link Model#faults} is certain. */
  public boolean faultCertain(int i) {
    return program.faultCertain(i);
  }

  /** After {@link #confirm}: whether fault {@code i} of {@link Model#faults} is possible. */
  public boolean faultPossible(int i) {
    return program.faultPossible(i);
  }

  /** After {@link #confirm}: the events or pairs that fault {@code i} speaks of. */
  public Bits faultValue(int i) {
    return program.faultValue(i);
  }

  /** The number of orders that the model generates. */
  public int orders() {
    return program.choices();
  }

  /** The pairs of order {@code k} that were decided; the search adds and removes them. */
  public Relation decided(int k) {
    return program.decided(k);
  }

  /** The pairs of order {@code k} that are certain after {@link #choose}. */
  public Relation certain(int k) {
    return program.certain(k);
  }

  /** The events that order {@code k} is over. */
  public EventSet domain(int k) {
    return program.domain(k);
  }

  /**
   * Finds a pair that is not decided.
   *
   * @param pair receives the order's number and the two events
   * @return false when none is left
   */
  public boolean undecided(int[] pair) {
    return program.undecided(pair);
  }

  /**
   * The numbers of the axioms in {@link Model#axioms} that an execution violates whose orders are
   * all decided. Unlike evaluating, this and {@link #why} allocate.
   */
  public List<Integer> violations() {
    return program.failing();
  }

  /**
   * Returns the pairs that show that an axiom is violated.
   *
   * @param axiom one of what {@link #violations} has just returned
   */
  public Violation why(int axiom) {
    return new Violation(axioms.get(axiom), program.why(axiom));
  }

  /** The values of {@link Model#shown}, for an execution whose orders are all decided. */
  public List<Bits> show() {
    return program.show();
  }
}

package dev.barnacle.explore;

import dev.barnacle.engine.fault.FaultKind;
import java.util.List;
import java.util.Map;

/**
 * The result of an exploration.
 *
 * @param states how often each final state (the values of the observables) was found
 * @param candidate how many complete candidate executions were built, counted as if identical
 *     threads had been told apart; which inconsistent ones are built at all depends on the search
 * @param consistent how many consistent executions there are: one for each choice of events,
 *     reads-from, final writes of the observed locations and faults, whatever the modification
 *     order; of a model with more generated orders than that one, one for each of those that the
 *     search had to tell apart
 * @param positive how many consistent ones satisfy the condition
 * @param faults the faults of consistent executions, by the name of the model's check
 * @param complete whether every execution was looked at: no bound was reached and nothing was cut
 *     off
 * @param limits why it is not complete; empty when it is
 * @param graphs the first execution that satisfies the condition, and the first with each fault
 */
public record Outcome(
    Map<List<Long>, Long> states,
    long candidate,
    long consistent,
    long positive,
    Map<String, Fault> faults,
    boolean complete,
    List<String> limits,
    List<ExecutionGraph> graphs) {
  /** The limit of an exploration that was asked to stop. */
  public static final String STOPPED = "it was stopped";

  /**
   * A fault.
   *
   * @param check the name of the model's check
   * @param kind its kind: a race, a barrier divergence, or one by the check's name
   * @param executions in how many consistent executions it was found
   * @param events the events involved in the first of them
   */
  public record Fault(
      String check, FaultKind kind, long executions, List<ExecutionGraph.Node> events) {}

  /** The same with other graphs. */
  public Outcome withGraphs(List<ExecutionGraph> others) {
    return new Outcome(
        states, candidate, consistent, positive, faults, complete, limits, List.copyOf(others));
  }

  /** Returns the number of consistent executions that do not satisfy the condition. */
  public long negative() {
    return consistent - positive;
  }
}

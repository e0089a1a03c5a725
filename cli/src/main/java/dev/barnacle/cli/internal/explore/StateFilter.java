package dev.barnacle.cli.internal.explore;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.KernelOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** Takes the final states away that are not asked for; faults stay. */
final class StateFilter {
  private static final String STATE = "state-";

  private StateFilter() {}

  /** Returns an outcome without the final states that do not satisfy a condition. */
  static KernelOutcome keep(KernelOutcome outcome, Assertion.Condition condition) {
    List<KernelOutcome.State> states = new ArrayList<>();
    List<ExecutionGraph> graphs = new ArrayList<>();
    for (int i = 0; i < outcome.states().size(); i++) {
      KernelOutcome.State state = outcome.states().get(i);
      if (condition.holds(state, new HashMap<>())) {
        states.add(state);
        String reason = STATE + (i + 1);
        int number = states.size();
        outcome.graphs().stream()
            .filter(g -> g.reason().equals(reason))
            .forEach(g -> graphs.add(numbered(g, number)));
      }
    }
    outcome.graphs().stream().filter(g -> !g.reason().startsWith(STATE)).forEach(graphs::add);
    return new KernelOutcome(
        outcome.buffers(),
        outcome.initial(),
        states,
        outcome.faults(),
        outcome.executions(),
        outcome.complete(),
        outcome.limits(),
        graphs);
  }

  private static ExecutionGraph numbered(ExecutionGraph g, int number) {
    return new ExecutionGraph(
        STATE + number, "final state " + number, g.notes(), g.nodes(), g.edges());
  }
}

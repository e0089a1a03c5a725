package dev.barnacle.explore.internal;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Goal;
import dev.barnacle.explore.internal.result.Drawing;
import dev.barnacle.explore.internal.search.ExplorationTask;
import dev.barnacle.model.Model;
import dev.barnacle.model.Violation;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an execution that would decide the verdict but that the model forbids: of the
 * candidates that end in a state of interest one that violates the fewest axioms, and of these the
 * one with the shortest cycle.
 */
final class Forbidden extends Candidates {
  private final Model model;
  private int fewest = Integer.MAX_VALUE;
  private int shortest = Integer.MAX_VALUE;
  private @Nullable ExecutionGraph best;

  /**
   * Makes a search.
   *
   * @param model the model
   * @param task what is searched under the model without its axioms, identical threads apart
   */
  Forbidden(Model model, ExplorationTask task, Goal goal, int capacity) {
    super(model, task, goal, capacity);
    this.model = model;
  }

  /** The graph of the best one that was found, if any; the best so far is good enough. */
  Optional<ExecutionGraph> find() throws ExploreException {
    boolean ignored = visit();
    return Optional.ofNullable(best);
  }

  @Override
  void candidate(List<Integer> violated) {
    if (violated.isEmpty()) {
      throw new IllegalStateException(
          "a consistent execution of "
              + model.name()
              + " was overlooked: "
              + Arrays.toString(finals.values()));
    }
    if (violated.size() > fewest) {
      return;
    }
    List<Violation> violations =
        violated.stream()
            .map(constrained::why)
            .sorted(Comparator.comparingInt(Forbidden::length))
            .toList();
    int length = length(violations.get(0));
    if (violated.size() < fewest || length < shortest) {
      fewest = violated.size();
      shortest = length;
      int[] names = IntStream.range(0, task.code().size()).toArray();
      best = new Drawing(model, trace, constrained, task.code(), names).forbidden(violations);
    }
  }

  /** Returns the length of the path; one that shows nothing comes last. */
  private static int length(Violation violation) {
    return violation.path().isEmpty() ? Integer.MAX_VALUE - 1 : violation.path().size();
  }
}

package dev.barnacle.explore.internal;

import dev.barnacle.explore.Blame;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.search.ExplorationTask;
import dev.barnacle.model.Model;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Counts how many candidates each axiom of a model forbids. */
final class Counting extends Candidates {
  private final Model model;
  private final long[] forbidden;
  private long candidates;
  private long consistent;

  /**
   * Makes a search.
   *
   * @param task what is searched under the model without its axioms, identical threads apart
   */
  Counting(Model model, ExplorationTask task, int capacity) {
    super(model, task, (state, known) -> true, capacity);
    this.model = model;
    this.forbidden = new long[model.axioms().size()];
  }

  /** Counts. */
  Blame count() throws ExploreException {
    boolean complete = visit();
    List<Blame.Count> counts = new ArrayList<>();
    for (int i = 0; i < forbidden.length; i++) {
      if (forbidden[i] > 0) {
        counts.add(new Blame.Count(model.axioms().get(i), forbidden[i]));
      }
    }
    counts.sort(Comparator.comparingLong(Blame.Count::executions).reversed()); // and in order
    return new Blame(counts, candidates, consistent, complete);
  }

  @Override
  void candidate(List<Integer> violated) {
    candidates++;
    consistent += violated.isEmpty() ? 1 : 0;
    violated.forEach(axiom -> forbidden[axiom]++);
  }
}

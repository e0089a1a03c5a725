package dev.barnacle.explore.internal;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Goal;
import dev.barnacle.explore.Observable;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.explore.internal.result.FinalState;
import dev.barnacle.explore.internal.result.Verdict;
import dev.barnacle.explore.internal.search.ExplorationTask;
import dev.barnacle.explore.internal.search.Limits;
import dev.barnacle.explore.internal.search.Search;
import dev.barnacle.explore.internal.search.Subtree;
import dev.barnacle.explore.internal.symmetry.Orbits;
import dev.barnacle.explore.internal.symmetry.Symmetry;
import dev.barnacle.explore.internal.trace.Trace;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Model;
import dev.barnacle.model.Relation;
import java.util.List;

/**
 * Visits what the model without its axioms allows: every read reads from a write of its location
 * with its value, and the generated orders are total. Each candidate is asked for the axioms that
 * it violates; a bounded number is looked at, always in the same order.
 */
abstract class Candidates implements Search.Leaf {
  /** The number of candidates that are completed. */
  private static final int MOST_CANDIDATES = 3_000;

  /** The number of steps that the search takes. */
  private static final long MOST_STEPS = 500_000;

  final ExplorationTask task;
  private final Goal goal;
  final Trace trace;
  private final Evaluator free;
  final Evaluator constrained;
  private final List<Observable> observables;
  final FinalState finals;
  private final Symmetry symmetry;
  private final Verdict verdict;
  private int candidates;

  /**
   * Makes a search.
   *
   * @param model the model
   * @param task what is searched under the model without its axioms, identical threads apart
   */
  Candidates(Model model, ExplorationTask task, Goal goal, int capacity) {
    this.task = task;
    this.goal = goal;
    this.trace = new Trace(task.scenario(), capacity);
    this.free = task.model().evaluator(trace.execution);
    this.constrained = model.evaluator(trace.execution);
    this.observables = task.question().observables();
    this.finals = new FinalState(observables, trace, free);
    this.symmetry = new Symmetry(task.scenario(), task.code(), true);
    this.verdict = new Verdict(task, goal, new Orbits(symmetry, task.code(), observables));
  }

  /** Visits them; false if the search ended before all were visited. */
  final boolean visit() throws ExploreException {
    Limits limits = new Limits(task.unroll(), MOST_STEPS, task.stop());
    Search search = new Search(task, trace, free, limits, this, symmetry, Subtree.all());
    try {
      search.run();
      return limits.reached().isEmpty();
    } catch (Limits.Stopped | Limits.TooLong e) {
      return false;
    }
  }

  @Override
  public boolean wanted(ThreadState[] threads) {
    return verdict.wanted(threads);
  }

  @Override
  public void complete(ThreadState[] threads, long standsFor) throws ExploreException {
    finals.choose(
        threads,
        () -> {
          if (free.begin()) {
            orders();
          }
        });
  }

  /** Every total order; the first decisions follow the order in which the events were added. */
  private void orders() {
    if (!free.choose() || !reachable()) {
      return;
    }
    int[] pair = new int[3];
    if (!free.undecided(pair)) {
      candidate();
      return;
    }
    for (int side = 0; side < 2; side++) {
      Relation decided = free.decided(pair[0]);
      long[] before = decided.bits().clone();
      decided.add(pair[1 + side], pair[2 - side]);
      orders();
      System.arraycopy(before, 0, decided.bits(), 0, before.length);
    }
  }

  private boolean reachable() {
    long[] state = new long[observables.size()];
    boolean[] known = new boolean[state.length];
    for (int i = 0; i < state.length; i++) {
      known[i] = observables.get(i) instanceof Observable.Register || finals.isKnown(i);
      state[i] = known[i] ? finals.value(i) : 0;
    }
    return goal.reachable(state, known);
  }

  private void candidate() {
    if (++candidates > MOST_CANDIDATES) {
      throw new Limits.Stopped();
    }
    for (int k = 0; k < free.orders(); k++) {
      constrained.decided(k).copyFrom(free.certain(k));
    }
    candidate(constrained.violations());
  }

  /**
   * Takes a candidate, which is in the trace and in the evaluator with the axioms.
   *
   * @param violated the numbers of the axioms that it violates
   */
  abstract void candidate(List<Integer> violated);
}

package dev.barnacle.explore.internal;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Goal;
import dev.barnacle.explore.Observable;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Model;
import dev.barnacle.model.Relation;
import dev.barnacle.model.Violation;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an execution that would decide the verdict but that the model forbids.
 *
 * <p>Candidates are what the model without its axioms allows: every read reads from a write of its
 * location with its value, and the generated orders are total. Each that ends in a state of
 * interest is asked for the axioms that it violates. The best is the one that violates the fewest,
 * and then the one with the shortest cycle; a bounded number of candidates is looked at.
 */
final class Forbidden implements Search.Leaf {
  /** How many candidates are completed. */
  private static final int MOST_CANDIDATES = 3_000;

  /** How many steps the search takes. */
  private static final long MOST_STEPS = 500_000;

  private final Model model;
  private final Job job;
  private final Goal goal;
  private final Trace trace;
  private final Evaluator free;
  private final Evaluator constrained;
  private final List<Observable> observables;
  private final FinalState finals;
  private final Symmetry symmetry;
  private final Verdict verdict;
  private int candidates;
  private int fewest = Integer.MAX_VALUE;
  private int shortest = Integer.MAX_VALUE;
  private @Nullable ExecutionGraph best;

  /**
   * Makes a search.
   *
   * @param model the model
   * @param job what is searched under the model without its axioms, identical threads apart
   */
  Forbidden(Model model, Job job, Goal goal, int capacity) {
    this.model = model;
    this.job = job;
    this.goal = goal;
    this.trace = new Trace(job.scenario(), capacity);
    this.free = job.model().evaluator(trace.execution);
    this.constrained = model.evaluator(trace.execution);
    this.observables = job.question().observables();
    this.finals = new FinalState(observables, trace, free);
    this.symmetry = new Symmetry(job.scenario(), job.code(), true);
    this.verdict = new Verdict(job, goal, new Orbits(symmetry, job.code(), observables));
  }

  /** The graph of the best one that was found, if any. */
  Optional<ExecutionGraph> find() throws ExploreException {
    List<ThreadCode> code = job.code();
    Limits limits = new Limits(job.unroll(), MOST_STEPS, job.stop());
    Search search =
        new Search(
            code,
            trace,
            free,
            job.rules(),
            limits,
            new ValueSets(job.scenario(), code, job.question().constants()),
            this,
            new Cycles(job.scenario(), job.rules()),
            new Representatives(symmetry, trace, code.size()),
            Part.all());
    try {
      search.run();
    } catch (Limits.Stopped | Limits.TooLong e) {
      // The best one so far is good enough.
    }
    return Optional.ofNullable(best);
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
    List<Integer> violated = constrained.violations();
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
      int[] names = IntStream.range(0, job.code().size()).toArray();
      best = new Drawing(model, trace, constrained, job.code(), names).forbidden(violations);
    }
  }

  /** How long the path is; one that shows nothing comes last. */
  private static int length(Violation violation) {
    return violation.path().isEmpty() ? Integer.MAX_VALUE - 1 : violation.path().size();
  }
}

package dev.barnacle.explore.internal;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Observable;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Execution;
import dev.barnacle.model.Model;
import dev.barnacle.model.Relation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Completes an execution that has all its events: chooses the final writes of observed non-atomic
 * locations and the orders that the model generates, each only as far as the model's axioms, its
 * faults and the observed state can tell; and records what is consistent.
 */
final class Completion implements Search.Leaf, Findings.Artist {
  private final Model model;
  private final List<ThreadCode> code;
  private final Trace trace;
  private final Execution x;
  private final Evaluator evaluator;
  private final Rules rules;
  private final Limits limits;
  private final List<Observable> observables;
  private final int[] observedLocations;
  private final Findings findings;
  private final boolean[] faults;

  /** Whether executions that differ only in the generated order count once. */
  private final boolean merging;

  private final List<long[]> found = new ArrayList<>();
  private long weight = 1;
  private final int[] finals;
  private final Coherence coherence;
  private ThreadState[] threads = {};
  private final @Nullable Verdict verdict;

  Completion(
      Job job,
      Trace trace,
      Evaluator evaluator,
      Limits limits,
      List<Observable> observables,
      Findings findings,
      @Nullable Verdict verdict) {
    this.verdict = verdict;
    this.model = job.model();
    this.code = job.code();
    this.rules = job.rules();
    this.trace = trace;
    this.x = trace.execution;
    this.evaluator = evaluator;
    this.limits = limits;
    this.observables = observables;
    this.findings = findings;
    this.faults = new boolean[model.faults().size()];
    this.merging = countsOncePerOrder(evaluator);
    this.coherence = new Coherence(x);
    this.finals = new int[observables.size()];
    this.observedLocations = new int[observables.size()];
    for (int i = 0; i < finals.length; i++) {
      observedLocations[i] =
          observables.get(i) instanceof Observable.Element e
              ? trace.location(e.memory(), e.element())
              : -1;
    }
  }

  /**
   * Whether executions that differ only in a modification order without effect on the final state
   * and the faults count once. Of a model with more orders each is counted.
   */
  static boolean countsOncePerOrder(Evaluator evaluator) {
    return evaluator.orders() <= 1;
  }

  @Override
  public boolean wanted(ThreadState[] all) {
    return verdict == null || verdict.wanted(all);
  }

  @Override
  public void complete(ThreadState[] all, long standsFor) throws ExploreException {
    threads = all;
    weight = standsFor;
    found.clear();
    findings.candidate(weight);
    x.set(BaseSet.FINAL_WRITE).clear();
    chooseFinals(0);
    x.set(BaseSet.FINAL_WRITE).clear();
  }

  // --- final writes that no generated order decides ---

  private void chooseFinals(int i) throws ExploreException {
    if (i == finals.length) {
      orders();
      return;
    }
    finals[i] = -1;
    int location = observedLocations[i];
    int earlier = earlierObservation(i);
    if (location < 0 || earlier >= 0) {
      finals[i] = earlier >= 0 ? finals[earlier] : -1;
      chooseFinals(i + 1);
      return;
    }
    List<Integer> writes = writes(location);
    if (writes.size() == 1 || ordered(writes)) {
      finals[i] = writes.size() == 1 ? writes.get(0) : -1;
      chooseFinals(i + 1);
      return;
    }
    for (int write : writes) {
      finals[i] = write;
      x.set(BaseSet.FINAL_WRITE).add(write);
      chooseFinals(i + 1);
      x.set(BaseSet.FINAL_WRITE).remove(write);
    }
  }

  private int earlierObservation(int i) {
    for (int k = 0; k < i; k++) {
      if (observedLocations[i] >= 0 && observedLocations[k] == observedLocations[i]) {
        return k;
      }
    }
    return -1;
  }

  private List<Integer> writes(int location) {
    List<Integer> writes = new ArrayList<>();
    for (int e = 0; e < x.size(); e++) {
      if (x.event(e).isWrite() && x.event(e).location() == location) {
        writes.add(e);
      }
    }
    return writes;
  }

  /** Whether an order that the model generates covers these writes. */
  private boolean ordered(List<Integer> writes) {
    return evaluator.orders() > 0
        && evaluator.begin()
        && evaluator.domain(0).contains(writes.get(0));
  }

  // --- orders ---

  private void orders() throws ExploreException {
    if (!evaluator.begin()) {
      return;
    }
    if (rules.coherent()) {
      coherence.seed(evaluator.decided(0));
    }
    decide();
  }

  private void decide() throws ExploreException {
    limits.check();
    if (!evaluator.choose()) {
      return;
    }
    int[] pair = new int[3];
    boolean consistent = evaluator.confirm();
    boolean open = evaluator.undecided(pair);
    if (!open && !consistent) {
      return;
    }
    if (!open || (finalsKnown() && faultsKnown())) {
      long[] outcome = outcome();
      if (merging && isFound(outcome)) {
        return;
      }
      if (consistent) {
        found.add(outcome);
        found();
        return;
      }
    }
    for (int side = 0; side < 2; side++) {
      Relation decided = evaluator.decided(pair[0]);
      long[] before = decided.bits().clone();
      decided.add(pair[1 + side], pair[2 - side]);
      decide();
      System.arraycopy(before, 0, decided.bits(), 0, before.length);
    }
  }

  /** The final writes and the faults. */
  private long[] outcome() {
    long[] outcome = new long[finals.length + faults.length];
    for (int i = 0; i < finals.length; i++) {
      boolean ordered = observedLocations[i] >= 0 && finals[i] < 0;
      outcome[i] = ordered ? last(observedLocations[i]) : finals[i];
    }
    for (int i = 0; i < faults.length; i++) {
      faults[i] = evaluator.faultCertain(i);
      outcome[finals.length + i] = faults[i] ? 1 : 0;
    }
    return outcome;
  }

  private boolean isFound(long[] outcome) {
    return found.stream().anyMatch(f -> Arrays.equals(f, outcome));
  }

  private boolean finalsKnown() {
    for (int i = 0; i < finals.length; i++) {
      if (observedLocations[i] >= 0 && finals[i] < 0 && last(observedLocations[i]) < 0) {
        return false;
      }
    }
    return true;
  }

  /** The write that certainly comes last in the generated order, or -1. */
  private int last(int location) {
    Relation mo = evaluator.certain(0);
    List<Integer> writes = writes(location);
    for (int w : writes) {
      boolean all = true;
      for (int v : writes) {
        all &= v == w || mo.contains(v, w);
      }
      if (all) {
        return w;
      }
    }
    return -1;
  }

  private boolean faultsKnown() {
    for (int i = 0; i < faults.length; i++) {
      if (evaluator.faultCertain(i) != evaluator.faultPossible(i)) {
        return false;
      }
    }
    return true;
  }

  // --- a consistent execution ---

  private void found() throws ExploreException {
    long[] state = new long[finals.length];
    for (int i = 0; i < state.length; i++) {
      state[i] = value(i);
    }
    findings.add(state, weight, faults, this);
  }

  @Override
  public ExecutionGraph draw(String reason, int fault, int[] names) {
    return new Drawing(model, trace, evaluator, code, names).draw(reason, fault);
  }

  @Override
  public List<ExecutionGraph.Node> faultEvents(int fault, int[] names) {
    return new Drawing(model, trace, evaluator, code, names).faultEvents(fault);
  }

  private long value(int i) {
    if (observables.get(i) instanceof Observable.Register r) {
      ThreadState s = threads[r.thread()];
      Integer cell = s.code.privates.get(r.memory());
      return cell == null ? 0 : s.memory[cell];
    }
    int write = finals[i] >= 0 ? finals[i] : last(observedLocations[i]);
    return trace.written[write];
  }
}

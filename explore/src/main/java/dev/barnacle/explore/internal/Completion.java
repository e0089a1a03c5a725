package dev.barnacle.explore.internal;

import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Observable;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.explore.internal.properties.Coherence;
import dev.barnacle.explore.internal.properties.ModelProperties;
import dev.barnacle.explore.internal.result.Drawing;
import dev.barnacle.explore.internal.result.ExplorationFindings;
import dev.barnacle.explore.internal.result.FinalState;
import dev.barnacle.explore.internal.result.Verdict;
import dev.barnacle.explore.internal.search.ExplorationTask;
import dev.barnacle.explore.internal.search.Limits;
import dev.barnacle.explore.internal.search.Search;
import dev.barnacle.explore.internal.trace.Trace;
import dev.barnacle.model.Evaluator;
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
final class Completion implements Search.Leaf, ExplorationFindings.Artist {
  private final Model model;
  private final List<ThreadCode> code;
  private final Trace trace;
  private final Evaluator evaluator;
  private final ModelProperties properties;
  private final Limits limits;
  private final ExplorationFindings findings;
  private final boolean[] faults;

  private final List<long[]> found = new ArrayList<>();
  private long weight = 1;
  private final FinalState finals;
  private final Coherence coherence;
  private final @Nullable Verdict verdict;

  Completion(
      ExplorationTask task,
      Trace trace,
      Evaluator evaluator,
      Limits limits,
      List<Observable> observables,
      ExplorationFindings findings,
      @Nullable Verdict verdict) {
    this.verdict = verdict;
    this.model = task.model();
    this.code = task.code();
    this.properties = task.properties();
    this.trace = trace;
    this.evaluator = evaluator;
    this.limits = limits;
    this.findings = findings;
    this.faults = new boolean[model.faults().size()];
    this.coherence = new Coherence(trace.execution);
    this.finals = new FinalState(observables, trace, evaluator);
  }

  @Override
  public boolean wanted(ThreadState[] all) {
    return verdict == null || verdict.wanted(all);
  }

  @Override
  public void complete(ThreadState[] all, long standsFor) throws ExploreException {
    weight = standsFor;
    found.clear();
    findings.candidate(weight);
    finals.choose(all, this::orders);
  }

  // --- orders ---

  private void orders() throws ExploreException {
    if (!evaluator.begin()) {
      return;
    }
    if (properties.coherent()) {
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
    if (!open || (finals.isKnown() && faultsKnown())) {
      long[] outcome = outcome();
      if (isFound(outcome)) {
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

  /**
   * The final writes and the faults: executions that differ in nothing else but the generated
   * orders count once.
   */
  private long[] outcome() {
    long[] outcome = new long[finals.size() + faults.length];
    for (int i = 0; i < finals.size(); i++) {
      outcome[i] = finals.write(i);
    }
    for (int i = 0; i < faults.length; i++) {
      faults[i] = evaluator.faultCertain(i);
      outcome[finals.size() + i] = faults[i] ? 1 : 0;
    }
    return outcome;
  }

  private boolean isFound(long[] outcome) {
    return found.stream().anyMatch(f -> Arrays.equals(f, outcome));
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
    if (trace.launched() && trace.readsUndefined()) {
      limits.reached("a work-item may read local memory that nothing was written to");
    }
    if (trace.launched() && trace.missesBarrier()) {
      limits.reached("a work-item may miss a barrier of its work-group");
    }
    findings.add(finals.values(), weight, faults, this);
  }

  @Override
  public ExecutionGraph draw(String reason, int fault, int[] names) {
    Drawing drawing = new Drawing(model, trace, evaluator, code, names);
    return fault < 0 ? drawing.witness() : drawing.fault(fault);
  }

  @Override
  public List<ExecutionGraph.Node> faultEvents(int fault, int[] names) {
    return new Drawing(model, trace, evaluator, code, names).faultEvents(fault);
  }
}

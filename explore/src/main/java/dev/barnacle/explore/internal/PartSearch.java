package dev.barnacle.explore.internal;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.explore.internal.result.Findings;
import dev.barnacle.explore.internal.result.Job;
import dev.barnacle.explore.internal.result.Verdict;
import dev.barnacle.explore.internal.search.CyclicGuesses;
import dev.barnacle.explore.internal.search.Limits;
import dev.barnacle.explore.internal.search.Search;
import dev.barnacle.explore.internal.search.Subtree;
import dev.barnacle.explore.internal.search.ValueSets;
import dev.barnacle.explore.internal.symmetry.CanonicalChoices;
import dev.barnacle.explore.internal.symmetry.Orbits;
import dev.barnacle.explore.internal.symmetry.Symmetry;
import dev.barnacle.explore.internal.trace.Trace;
import dev.barnacle.model.Evaluator;
import java.util.List;

/** Searches a part of a job's tree, with all the state that this takes. */
final class PartSearch {
  private final Limits limits;
  private final Findings findings;
  private final Search search;
  private boolean ended;

  PartSearch(Job job, int capacity, Limits limits, Subtree subtree) {
    this(job, capacity, limits, subtree, true);
  }

  /** Walks through a part for its nodes alone: executions are not completed. */
  static void walk(Job job, int capacity, Limits limits, Subtree subtree) throws ExploreException {
    new PartSearch(job, capacity, limits, subtree, false).run();
  }

  private PartSearch(Job job, int capacity, Limits limits, Subtree subtree, boolean completing) {
    this.limits = limits;
    var model = job.model();
    var code = job.code();
    var question = job.question();
    var goal = job.goal();
    Trace trace = new Trace(job.scenario(), capacity);
    Evaluator evaluator = model.evaluator(trace.execution);
    boolean apart = job.apart() || !Completion.countsOncePerOrder(evaluator);
    Symmetry symmetry = new Symmetry(job.scenario(), code, apart);
    Orbits orbits = new Orbits(symmetry, code, question.observables());
    Verdict verdict = goal == null ? null : new Verdict(job, goal, orbits);
    this.findings = new Findings(model, question, orbits, verdict);
    Completion leaf =
        new Completion(job, trace, evaluator, limits, orbits.observables(), findings, verdict);
    this.search =
        new Search(
            code,
            trace,
            evaluator,
            job.properties(),
            limits,
            new ValueSets(job.scenario(), code, question.constants()),
            completing ? leaf : new Walk(leaf),
            new CyclicGuesses(job.scenario(), job.properties()),
            new CanonicalChoices(symmetry, trace, code.size()),
            subtree);
  }

  /** Leaves executions as they are. */
  private record Walk(Search.Leaf leaf) implements Search.Leaf {
    @Override
    public void complete(ThreadState[] threads, long weight) {
      // Whoever searches the part that it belongs to completes it.
    }

    @Override
    public boolean wanted(ThreadState[] threads) {
      return leaf.wanted(threads);
    }
  }

  void run() throws ExploreException {
    try {
      search.run();
      ended = true;
    } catch (Limits.Decided | Limits.Stopped e) {
      // Nothing that is left changes the verdict; or what was found so far is reported as such.
      ended = false;
    }
  }

  /** Whether nothing that comes after this part can change the verdict. */
  boolean isDecided() {
    return findings.isDecided();
  }

  /** Adds what the next part's search found. */
  void add(PartSearch next) throws ExploreException {
    findings.add(next.findings);
    limits.reached().addAll(next.limits.reached());
    ended &= next.ended;
  }

  Outcome outcome() throws ExploreException {
    return findings.outcome(ended && !isDecided(), List.copyOf(limits.reached()));
  }
}

package dev.barnacle.explore.internal;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.explore.internal.result.ExplorationFindings;
import dev.barnacle.explore.internal.result.Verdict;
import dev.barnacle.explore.internal.search.ExplorationTask;
import dev.barnacle.explore.internal.search.Limits;
import dev.barnacle.explore.internal.search.Search;
import dev.barnacle.explore.internal.search.Subtree;
import dev.barnacle.explore.internal.symmetry.Orbits;
import dev.barnacle.explore.internal.symmetry.Symmetry;
import dev.barnacle.explore.internal.trace.Trace;
import dev.barnacle.model.Evaluator;
import java.util.List;

/** Searches a part of a task's tree, with all the state that this takes. */
final class SubtreeSearch {
  private final Limits limits;
  private final ExplorationFindings findings;
  private final Search search;
  private boolean ended;

  SubtreeSearch(ExplorationTask task, int capacity, Limits limits, Subtree subtree) {
    this(task, capacity, limits, subtree, true);
  }

  /** Walks through a part for its nodes alone: executions are not completed. */
  static void walk(ExplorationTask task, int capacity, Limits limits, Subtree subtree)
      throws ExploreException {
    new SubtreeSearch(task, capacity, limits, subtree, false).run();
  }

  private SubtreeSearch(
      ExplorationTask task, int capacity, Limits limits, Subtree subtree, boolean completing) {
    this.limits = limits;
    var model = task.model();
    var code = task.code();
    var question = task.question();
    var goal = task.goal();
    Trace trace = new Trace(task.scenario(), capacity);
    Evaluator evaluator = model.evaluator(trace.execution);
    boolean apart = task.apart();
    Symmetry symmetry = new Symmetry(task.scenario(), code, apart);
    Orbits orbits = new Orbits(symmetry, code, question.observables());
    Verdict verdict = goal == null ? null : new Verdict(task, goal, orbits);
    this.findings = new ExplorationFindings(model, question, orbits, verdict);
    Completion leaf =
        new Completion(task, trace, evaluator, limits, orbits.observables(), findings, verdict);
    this.search =
        new Search(
            task, trace, evaluator, limits, completing ? leaf : new Walk(leaf), symmetry, subtree);
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

  /** Returns whether nothing that comes after this part can change the verdict. */
  boolean isDecided() {
    return findings.isDecided();
  }

  /** Adds what the next part's search found. */
  void add(SubtreeSearch next) throws ExploreException {
    findings.add(next.findings);
    limits.reached().addAll(next.limits.reached());
    ended &= next.ended;
  }

  Outcome outcome() throws ExploreException {
    return findings.outcome(ended && !isDecided(), List.copyOf(limits.reached()));
  }
}

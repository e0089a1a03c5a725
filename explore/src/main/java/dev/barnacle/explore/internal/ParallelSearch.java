package dev.barnacle.explore.internal;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.internal.search.ExplorationTask;
import dev.barnacle.explore.internal.search.Limits;
import dev.barnacle.explore.internal.search.Subtree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Searches a task's tree, and shares it out where that takes long.
 *
 * <p>A search that takes too many steps is begun again in {@link #PARTS} parts, which the threads
 * of the {@link java.util.concurrent.ForkJoinPool} that it runs in search at once, if it runs in
 * one, each part with a state of its own. What they find is put together in the order of the
 * search. The parts do not depend on how many threads there are, so neither does the outcome.
 */
final class ParallelSearch {
  private static final int PARTS = 64;

  /** A frontier of so many nodes makes parts that are even enough. */
  private static final int FRONTIER = 8 * PARTS;

  /** The greatest depth of the frontier. */
  private static final int DEEPEST = 200;

  private final ExplorationTask task;
  private final int capacity;

  /**
   * Makes one.
   *
   * @param capacity the greatest number of events
   */
  ParallelSearch(ExplorationTask task, int capacity) {
    this.task = task;
    this.capacity = capacity;
  }

  /**
   * Searches.
   *
   * @param alone after how many steps the search is shared out
   */
  Outcome run(long alone) throws ExploreException {
    try {
      SubtreeSearch whole = search(new Limits(task.unroll(), alone, task.stop()), Subtree.all());
      return whole.outcome();
    } catch (Limits.TooLong e) {
      return shared();
    }
  }

  private SubtreeSearch search(Limits limits, Subtree subtree) throws ExploreException {
    SubtreeSearch search = new SubtreeSearch(task, capacity, limits, subtree);
    search.run();
    return search;
  }

  /** Searches the parts, with all threads that are free for it, and adds up. */
  private Outcome shared() throws ExploreException {
    AtomicInteger deciding = new AtomicInteger(Integer.MAX_VALUE);
    List<Share> shares = new ArrayList<>();
    for (Subtree subtree : Subtree.split(frontier(), PARTS)) {
      shares.add(new Share(subtree, shares.size(), deciding));
    }
    AtomicInteger next = new AtomicInteger();
    Runnable help =
        () -> {
          for (int i = next.getAndIncrement(); i < shares.size(); i = next.getAndIncrement()) {
            shares.get(i).run();
          }
        };
    ForkJoinPool pool = ForkJoinTask.getPool();
    int helpers = pool == null ? 0 : Math.min(pool.getParallelism(), shares.size()) - 1;
    for (int i = 0; i < helpers; i++) {
      ForkJoinTask<?> ignored = ForkJoinTask.adapt(help).fork();
    }
    try {
      // What nobody has begun is searched here, so that what is waited for is being searched.
      help.run();
      SubtreeSearch all = shares.get(0).found();
      for (int i = 1; i < shares.size() && !all.isDecided(); i++) {
        all.add(shares.get(i).found());
      }
      return all.outcome();
    } finally {
      deciding.set(-1);
    }
  }

  /** Nodes in the order of the search, all at one depth: the least one that has many. */
  private List<int[]> frontier() throws ExploreException {
    List<int[]> frontier = List.of();
    for (int depth = 4; frontier.size() < FRONTIER && depth <= DEEPEST; depth += 2) {
      Subtree subtree = Subtree.above(depth);
      SubtreeSearch.walk(
          task, capacity, new Limits(task.unroll(), Long.MAX_VALUE, task.stop()), subtree);
      if (subtree.frontier().isEmpty()) {
        // The whole tree lies above: searching it again would find no more nodes.
        break;
      }
      frontier = subtree.frontier().size() > frontier.size() ? subtree.frontier() : frontier;
    }
    return frontier;
  }

  /** A part, searched by whichever thread is free. */
  private final class Share {
    private final Subtree subtree;
    private final int number;

    /** The number of a part after which no other one matters. */
    private final AtomicInteger deciding;

    private final FutureTask<SubtreeSearch> found = new FutureTask<>(this::search);

    Share(Subtree subtree, int number, AtomicInteger deciding) {
      this.subtree = subtree;
      this.number = number;
      this.deciding = deciding;
    }

    void run() {
      found.run();
    }

    private SubtreeSearch search() throws ExploreException {
      BooleanSupplier stop = () -> task.stop().getAsBoolean() || deciding.get() < number;
      boolean decides = true;
      try {
        SubtreeSearch search =
            ParallelSearch.this.search(new Limits(task.unroll(), Long.MAX_VALUE, stop), subtree);
        decides = search.isDecided();
        return search;
      } finally {
        if (decides) {
          deciding.accumulateAndGet(number, Math::min);
        }
      }
    }

    /** Returns the results, whichever thread searched. */
    SubtreeSearch found() throws ExploreException {
      return Exploration.result(found);
    }
  }
}

package dev.barnacle.explore.internal;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Searches a job's tree, and shares it out where that takes long.
 *
 * <p>A search that takes too many steps is begun again in {@link #PARTS} parts, which the threads
 * of the {@link java.util.concurrent.ForkJoinPool} that it runs in search at once, if it runs in
 * one, each part with a state of its own. What they find is put together in the order of the
 * search. The parts do not depend on how many threads there are, so neither does the outcome.
 */
final class SharedSearch {
  private static final int PARTS = 64;

  /** A frontier of so many nodes makes parts that are even enough. */
  private static final int FRONTIER = 8 * PARTS;

  /** How deep the frontier may lie. */
  private static final int DEEPEST = 200;

  private final Job job;
  private final int capacity;

  /**
   * Makes one.
   *
   * @param capacity the greatest number of events
   */
  SharedSearch(Job job, int capacity) {
    this.job = job;
    this.capacity = capacity;
  }

  /**
   * Searches.
   *
   * @param alone after how many steps the search is shared out
   */
  Outcome run(long alone) throws ExploreException {
    try {
      PartSearch whole = search(new Limits(job.unroll(), alone, job.stop()), Part.all());
      return whole.outcome();
    } catch (Limits.TooLong e) {
      return shared();
    }
  }

  private PartSearch search(Limits limits, Part part) throws ExploreException {
    PartSearch search = new PartSearch(job, capacity, limits, part);
    search.run();
    return search;
  }

  /** Searches the parts, all at once where there are threads for it, and adds up. */
  private Outcome shared() throws ExploreException {
    AtomicInteger deciding = new AtomicInteger(Integer.MAX_VALUE);
    List<Share> shares = new ArrayList<>();
    List<ForkJoinTask<?>> tasks = new ArrayList<>();
    for (Part part : Part.split(frontier(), PARTS)) {
      Share share = new Share(part, shares.size(), deciding);
      shares.add(share);
      tasks.add(ForkJoinTask.adapt(share));
    }
    if (ForkJoinTask.inForkJoinPool()) {
      tasks.forEach(ForkJoinTask::fork);
    }
    try {
      PartSearch all = shares.get(0).found(tasks.get(0));
      for (int i = 1; i < shares.size() && !all.isDecided(); i++) {
        all.add(shares.get(i).found(tasks.get(i)));
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
      Part part = Part.above(depth);
      PartSearch ignored = search(new Limits(job.unroll(), Long.MAX_VALUE, job.stop()), part);
      if (part.frontier().isEmpty()) {
        // The whole tree lies above: searching it again would find no more nodes.
        break;
      }
      frontier = part.frontier().size() > frontier.size() ? part.frontier() : frontier;
    }
    return frontier;
  }

  /** A part, searched by whichever thread is free. */
  private final class Share implements Runnable {
    private final Part part;
    private final int number;

    /** The number of a part after which no other one matters. */
    private final AtomicInteger deciding;

    private volatile @Nullable PartSearch found;
    private volatile @Nullable Exception failure;

    Share(Part part, int number, AtomicInteger deciding) {
      this.part = part;
      this.number = number;
      this.deciding = deciding;
    }

    @Override
    public void run() {
      BooleanSupplier stop = () -> job.stop().getAsBoolean() || deciding.get() < number;
      try {
        PartSearch search = search(new Limits(job.unroll(), Long.MAX_VALUE, stop), part);
        if (search.isDecided()) {
          deciding.accumulateAndGet(number, Math::min);
        }
        found = search;
      } catch (ExploreException | RuntimeException e) {
        failure = e;
      }
    }

    PartSearch found(ForkJoinTask<?> task) throws ExploreException {
      if (ForkJoinTask.inForkJoinPool()) {
        task.quietlyJoin();
      } else {
        run();
      }
      if (failure instanceof ExploreException e) {
        throw e;
      }
      if (failure instanceof RuntimeException e) {
        throw e;
      }
      return Objects.requireNonNull(found);
    }
  }
}

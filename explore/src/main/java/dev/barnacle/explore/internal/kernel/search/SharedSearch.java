package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.internal.kernel.item.Execution;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Goes through all executions that come of one, the deepest first, by several threads. What is
 * found does not depend on how many there are.
 */
final class SharedSearch {
  /** Gives what may come of an execution. */
  interface Expansion {
    /** Returns the executions that the search goes on with. */
    List<Execution> of(Execution x) throws ExploreException;
  }

  /** An execution, and which part of the search it is. */
  private record Part(Execution execution, double share) {}

  private final SearchLimits limits;
  private final Expansion expansion;
  private final Results results;
  private final ConcurrentLinkedDeque<Part> left = new ConcurrentLinkedDeque<>();

  /** The number of executions that are in the list or being expanded. */
  private final AtomicInteger open = new AtomicInteger();

  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  SharedSearch(SearchLimits limits, Expansion expansion, Results results) {
    this.limits = limits;
    this.expansion = expansion;
    this.results = results;
  }

  void run(Execution root) throws ExploreException {
    open.set(1);
    left.push(new Part(root, 1));
    Thread[] others = new Thread[limits.jobs() - 1];
    for (int i = 0; i < others.length; i++) {
      others[i] = new Thread(this::work, "explore-" + i);
      others[i].setDaemon(true);
      others[i].start();
    }
    work();
    for (Thread other : others) {
      join(other);
    }
    switch (failure.get()) {
      case null -> {}
      case ExploreException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    while (open.get() > 0 && failure.get() == null) {
      if (limits.stop().getAsBoolean() || limits.forks().get() < 0) {
        results.limit(Outcome.STOPPED);
        return;
      }
      Part part = left.poll();
      if (part == null) {
        Thread.onSpinWait();
        continue;
      }
      try {
        List<Execution> children = expansion.of(part.execution());
        open.addAndGet(children.size() - 1);
        if (children.size() > 1) {
          limits.forks().addAndGet(1 - children.size());
        }
        for (int i = children.size() - 1; i >= 0; i--) {
          left.push(new Part(children.get(i), part.share() / children.size()));
        }
        if (children.isEmpty()) {
          limits.behind().accept(part.share());
        }
      } catch (Throwable e) {
        failure.compareAndSet(null, e);
      }
    }
  }
}

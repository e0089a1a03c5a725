package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.internal.kernel.item.Execution;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
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
  private final Deque<Part> left = new ArrayDeque<>();

  /** The number of executions that are in the list or being expanded; 0 also ends the search. */
  private int open;

  private @Nullable Throwable failure;

  SharedSearch(SearchLimits limits, Expansion expansion, Results results) {
    this.limits = limits;
    this.expansion = expansion;
    this.results = results;
  }

  void run(Execution root) throws ExploreException {
    open = 1;
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
    switch (failure) {
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
    for (Part part = next(); part != null; part = next()) {
      try {
        List<Execution> children = expansion.of(part.execution());
        if (children.size() > 1) {
          limits.forks().addAndGet(1 - children.size());
        }
        if (children.isEmpty()) {
          limits.behind().accept(part.share());
        }
        add(children, part.share());
      } catch (Throwable e) {
        end(e);
      }
    }
  }

  /** Returns the deepest that is left, waiting for one if need be; null if the search ends. */
  private @Nullable Part next() {
    if (limits.stop().getAsBoolean() || limits.forks().get() < 0) {
      stop();
    }
    synchronized (left) {
      boolean interrupted = false;
      while (left.isEmpty() && open > 0) {
        try {
          left.wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      return open == 0 ? null : left.pop();
    }
  }

  private void add(List<Execution> children, double share) {
    synchronized (left) {
      if (open == 0) {
        return;
      }
      open += children.size() - 1;
      for (int i = children.size() - 1; i >= 0; i--) {
        left.push(new Part(children.get(i), share / children.size()));
      }
      if (children.size() > 1 || open == 0) {
        left.notifyAll();
      }
    }
  }

  private void stop() {
    synchronized (left) {
      if (open > 0) {
        results.limit(Outcome.STOPPED);
        end(null);
      }
    }
  }

  private void end(@Nullable Throwable why) {
    synchronized (left) {
      failure = failure == null ? why : failure;
      open = 0;
      left.notifyAll();
    }
  }
}

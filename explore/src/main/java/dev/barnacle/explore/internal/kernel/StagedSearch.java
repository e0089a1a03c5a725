package dev.barnacle.explore.internal.kernel;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.search.Results;
import dev.barnacle.explore.internal.kernel.search.SeenStates;
import dev.barnacle.explore.internal.kernel.state.States;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Searches for each execution, if they are few, or if executions seldom come to the same state.
 * Otherwise, of those that do, one is followed; it is not known then which results need weak
 * memory. Which of both it is, shorter searches tell.
 */
final class StagedSearch {
  /** The forks after which it is known how often executions come to the same states. */
  private static final int MOST_TRIED = 5000;

  /** One search. */
  @FunctionalInterface
  interface Search {
    /**
     * Searches.
     *
     * @param seen the states that were come to; null if each execution is to be visited
     * @param forks how many forks are left; none is left of a search that was cut short
     * @param results what is found is added to it
     * @return false if each execution is to be visited, as some are of load buffering
     */
    boolean run(KernelSettings how, @Nullable SeenStates seen, AtomicLong forks, Results results)
        throws ExploreException;
  }

  private final KernelSettings settings;
  private final Search search;

  /** Those of the last search. */
  private @Nullable Results last;

  StagedSearch(KernelSettings settings, Search search) {
    this.settings = settings;
    this.search = search;
  }

  /**
   * Searches.
   *
   * @param states what tells states; null if each execution is to be visited
   */
  Results run(@Nullable States states) throws ExploreException {
    if (states == null) {
      return all();
    }
    AtomicLong forks = new AtomicLong(settings.each());
    Results each = tried(settings, null, forks);
    if (each != null) {
      return each;
    }
    forks.set(MOST_TRIED);
    SeenStates tried = new SeenStates(states, true, true);
    Results some = tried(settings.withJobs(1), tried, forks);
    if (some == null && forks.get() < 0 && tried.isOften()) {
      forks.set(Long.MAX_VALUE);
      some = search(settings, new SeenStates(states, true, true), forks);
    }
    if (some != null && some.isFaulty()) {
      forks.set(Long.MAX_VALUE);
      some = search(settings, new SeenStates(states, false, false), forks);
    }
    if (some == null) {
      return all();
    }
    some.forgetWeak();
    return some;
  }

  private Results all() throws ExploreException {
    return Objects.requireNonNull(search(settings, null, new AtomicLong(Long.MAX_VALUE)));
  }

  /** Searches as far as forks are left; returns null if they were too few. */
  private @Nullable Results tried(KernelSettings how, @Nullable SeenStates seen, AtomicLong forks)
      throws ExploreException {
    AtomicLong executions = new AtomicLong();
    KernelSettings silent =
        how.telling(new KernelSettings.Listener(executions::incrementAndGet, part -> {}));
    Results results = search(silent, seen, forks);
    if (results == null || forks.get() < 0) {
      return null;
    }
    for (long i = executions.get(); i > 0; i--) {
      settings.listener().execution().run();
    }
    return results;
  }

  /** Searches; returns null if each execution is to be visited. */
  private @Nullable Results search(KernelSettings how, @Nullable SeenStates seen, AtomicLong forks)
      throws ExploreException {
    last = new Results(how.drawn(), how.listener().execution(), last);
    boolean done = search.run(how, seen, forks, last);
    if (seen != null && seen.isWrong()) {
      return search(how, seen.withoutRetries(), forks);
    }
    return done ? last : null;
  }
}

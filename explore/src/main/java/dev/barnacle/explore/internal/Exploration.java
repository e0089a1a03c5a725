package dev.barnacle.explore.internal;

import dev.barnacle.explore.Blame;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Goal;
import dev.barnacle.explore.Outcome;
import dev.barnacle.explore.Question;
import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.explore.internal.properties.ModelProperties;
import dev.barnacle.explore.internal.search.ExplorationTask;
import dev.barnacle.explore.internal.trace.TooManyEvents;
import dev.barnacle.model.Model;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Explores scenarios under a model, with as much room for events as each needs. */
public final class Exploration {
  /** A search of so many steps is not worth sharing out. */
  public static final long SHORT = 10_000;

  private static final int SMALLEST = 64;
  private static final int GREATEST = 4096;

  private final Model model;
  private final ModelProperties properties;
  private final boolean apart;
  private final long alone;

  /**
   * Makes one for a model.
   *
   * @param apart whether every execution is to be visited even where identical threads make it the
   *     same as another but for names
   * @param alone after how many steps a search is shared out
   */
  public Exploration(Model model, boolean apart, long alone) {
    this.model = model;
    this.apart = apart;
    this.alone = alone;
    this.properties = ModelProperties.of(model);
  }

  /** See {@link dev.barnacle.explore.Explorer#addressOf}. */
  public static long addressOf(int memory, long byteOffset) {
    return Address.of(memory + 1, byteOffset);
  }

  /**
   * Explores a scenario.
   *
   * @param goal what decides the verdict, where nothing but the verdict is asked for
   */
  public Outcome run(
      Scenario scenario, Question question, @Nullable Goal goal, int unroll, BooleanSupplier stop)
      throws ExploreException {
    return run(scenario, ThreadCode.of(scenario), question, goal, unroll, stop);
  }

  /** Explores a scenario whose threads have some code, with so many of the machine's threads. */
  public Outcome run(
      int jobs,
      Scenario scenario,
      List<ThreadCode> code,
      Question question,
      int unroll,
      BooleanSupplier stop)
      throws ExploreException {
    if (jobs < 2) {
      return run(scenario, code, question, null, unroll, stop);
    }
    try (ForkJoinPool pool = new ForkJoinPool(jobs)) {
      return result(pool.submit(() -> run(scenario, code, question, null, unroll, stop)));
    }
  }

  /** Waits for what another thread does. */
  static <T> T result(Future<T> future) throws ExploreException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExploreException("the exploration was interrupted", null);
    } catch (ExecutionException e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      switch (cause) {
        case ExploreException known -> throw known;
        case RuntimeException known -> throw known;
        case Error known -> throw known;
        default -> throw new IllegalStateException(cause);
      }
    }
  }

  private Outcome run(
      Scenario scenario,
      List<ThreadCode> code,
      Question question,
      @Nullable Goal goal,
      int unroll,
      BooleanSupplier stop)
      throws ExploreException {
    ExplorationTask task =
        new ExplorationTask(model, properties, apart, scenario, code, question, goal, unroll, stop);
    return withRoom(capacity -> new ParallelSearch(task, capacity).run(alone));
  }

  /** See {@link dev.barnacle.explore.Explorer#forbidden}. */
  public Optional<ExecutionGraph> forbidden(
      Scenario scenario, Question question, Goal goal, int unroll, BooleanSupplier stop)
      throws ExploreException {
    ExplorationTask task = free(scenario, question, goal, unroll, stop);
    return withRoom(capacity -> new Forbidden(model, task, goal, capacity).find());
  }

  /** See {@link dev.barnacle.explore.Explorer#blame}. */
  public Blame blame(Scenario scenario, Question question, int unroll, BooleanSupplier stop)
      throws ExploreException {
    Model free = model.unconstrained();
    Goal all = (state, known) -> true;
    ExplorationTask task =
        new ExplorationTask(
            free,
            ModelProperties.of(free),
            true,
            scenario,
            ThreadCode.of(scenario),
            question,
            all,
            unroll,
            stop);
    return withRoom(capacity -> new Counting(model, task, capacity).count());
  }

  /** Returns a task under the model without its axioms, identical threads apart. */
  private ExplorationTask free(
      Scenario scenario, Question question, Goal goal, int unroll, BooleanSupplier stop)
      throws ExploreException {
    Model free = model.unconstrained();
    List<ThreadCode> code = ThreadCode.of(scenario);
    ModelProperties known = ModelProperties.of(free);
    return new ExplorationTask(free, known, true, scenario, code, question, goal, unroll, stop);
  }

  /** Something that needs room for the events of an execution. */
  @FunctionalInterface
  private interface Attempt<T> {
    T with(int capacity) throws ExploreException;
  }

  private static <T> T withRoom(Attempt<T> attempt) throws ExploreException {
    for (int capacity = SMALLEST; capacity <= GREATEST; capacity *= 2) {
      try {
        return attempt.with(capacity);
      } catch (TooManyEvents e) {
        // Again, with more room.
      }
    }
    throw new ExploreException("an execution has more than " + GREATEST + " events", null);
  }
}

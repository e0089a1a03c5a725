package dev.barnacle.explore;

import dev.barnacle.explore.internal.Exploration;
import dev.barnacle.model.Model;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Finds every consistent execution of a scenario under a model.
 *
 * <p>An explorer keeps what it finds out about its model and can be used again, by many threads at
 * once. A long exploration that runs in a {@link java.util.concurrent.ForkJoinPool} shares its work
 * with the threads of that pool: the predicates of its question may then be asked by several
 * threads at once. The outcome does not depend on how many there are.
 */
public final class Explorer {
  /** The number of times that a loop's body runs again, if an iteration reads shared memory. */
  public static final int DEFAULT_UNROLL = 4;

  private final Exploration exploration;

  /** Makes an explorer for a model. */
  public Explorer(Model model) {
    exploration = new Exploration(model, false, Exploration.SHORT);
  }

  /**
   * An explorer with other settings, for tests: the outcome does not depend on them.
   *
   * @param apart whether executions are visited one by one even where identical threads make them
   *     alike
   * @param alone after how many steps a search is shared out
   */
  static Explorer with(Model model, boolean apart, long alone) {
    return new Explorer(new Exploration(model, apart, alone));
  }

  private Explorer(Exploration exploration) {
    this.exploration = exploration;
  }

  /** The number that stands for the address of an element of a shared memory in final states. */
  public static long addressOf(int memory, long byteOffset) {
    return Exploration.addressOf(memory, byteOffset);
  }

  /**
   * Explores.
   *
   * @param unroll how often a loop's body may run again where an iteration reads shared memory and
   *     is not one of mere waiting; see {@link #DEFAULT_UNROLL}
   * @param stop asked now and then; when it says true the exploration ends, incomplete
   * @throws ExploreException if the scenario has something that cannot be explored
   */
  public Outcome explore(Scenario scenario, Question question, int unroll, BooleanSupplier stop)
      throws ExploreException {
    return exploration.run(scenario, question, null, unroll, stop);
  }

  /**
   * Explores only as far as a verdict needs: the outcome says whether some consistent execution
   * ends in a state that decides, and whether one has a fault; its states and counts are of the
   * executions that were looked at. Its {@code complete} says that no bound was reached before
   * these two answers were found.
   *
   * @param goal the states that decide
   * @param unroll see {@link #explore}
   * @param stop see {@link #explore}
   * @throws ExploreException if the scenario has something that cannot be explored
   */
  public Outcome decide(
      Scenario scenario, Question question, Goal goal, int unroll, BooleanSupplier stop)
      throws ExploreException {
    return exploration.run(scenario, question, goal, unroll, stop);
  }

  /**
   * Looks for a candidate execution that would decide the verdict but that the model forbids, by as
   * few axioms as possible, and shows why: to be asked where no consistent execution ends in a
   * state that decides. The search is bounded.
   *
   * @param goal the states that decide
   * @param unroll see {@link #explore}
   * @param stop see {@link #explore}
   * @return the execution with the cycle or the pair that violates the axiom highlighted; empty
   *     when none was found within the bound
   * @throws ExploreException if the scenario has something that cannot be explored
   * @throws IllegalStateException if a consistent execution ends in a state that decides
   */
  public Optional<ExecutionGraph> forbidden(
      Scenario scenario, Question question, Goal goal, int unroll, BooleanSupplier stop)
      throws ExploreException {
    return exploration.forbidden(scenario, question, goal, unroll, stop);
  }

  /**
   * Counts how many candidate executions each axiom of the model forbids: to be asked where no
   * consistent execution was found. The search is bounded; what it finds is always the same.
   *
   * @param unroll see {@link #explore}
   * @param stop see {@link #explore}
   * @throws ExploreException if the scenario has something that cannot be explored
   */
  public Blame blame(Scenario scenario, Question question, int unroll, BooleanSupplier stop)
      throws ExploreException {
    return exploration.blame(scenario, question, unroll, stop);
  }
}

package dev.barnacle.explore.internal.result;

import dev.barnacle.explore.Goal;
import dev.barnacle.explore.Observable;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.explore.internal.properties.FaultKinds;
import dev.barnacle.explore.internal.search.ExplorationTask;
import dev.barnacle.explore.internal.symmetry.Orbits;
import dev.barnacle.model.Model;
import java.util.Arrays;
import java.util.List;

/**
 * The open needs of a verdict: a final state that decides it, and a fault. Once there can be no
 * other fault than those that were found, only executions that can reach such a state matter.
 */
public final class Verdict {
  private final Goal goal;
  private final List<Observable> observables;
  private final Model model;
  private final boolean barriers;
  private final boolean[] fixed;
  private final long[] state;
  private final boolean[] known;
  private boolean faultsDecided;
  private boolean conditionDecided;

  public Verdict(ExplorationTask task, Goal goal, Orbits orbits) {
    this.goal = goal;
    this.observables = task.question().observables();
    this.model = task.model();
    List<ThreadCode> code = task.code();
    this.barriers = code.stream().anyMatch(ThreadCode::hasBarrier);
    this.state = new long[observables.size()];
    this.known = new boolean[state.length];
    this.fixed = new boolean[state.length];
    for (int i = 0; i < fixed.length; i++) {
      fixed[i] = orbits.isFixed(i);
    }
    this.faultsDecided =
        model.faults().isEmpty()
            || (task.properties().atomicsDoNotRace()
                && task.scenario().unsequenced().values().stream().allMatch(s -> s.isEmpty())
                && code.stream().allMatch(ThreadCode::onlyAtomic));
  }

  /**
   * Returns whether something that matters can come of threads that are this far. What an exchange
   * of identical threads moves is not known: the execution stands for those that are exchanged too.
   */
  public boolean wanted(ThreadState[] threads) {
    if (!faultsDecided) {
      return true;
    }
    for (int i = 0; i < state.length; i++) {
      known[i] = false;
      if (fixed[i] && observables.get(i) instanceof Observable.Register r) {
        ThreadState s = threads[r.thread()];
        Integer cell = s.code.privates.get(r.memory());
        known[i] = cell == null || s.finished || !s.code.mayWriteCell(s.at, cell);
        state[i] = cell == null ? 0 : s.memory[cell];
      }
    }
    return goal.reachable(state, known);
  }

  /** Returns whether a final state decides the truth of the condition. */
  boolean decides(long[] found) {
    boolean[] all = new boolean[found.length];
    Arrays.fill(all, true);
    return goal.reachable(found, all);
  }

  /**
   * Takes note of a consistent execution.
   *
   * @param decides whether its final state decides the truth of the condition
   * @param faults how often each fault of the model was found so far
   * @return whether the verdict is decided
   */
  boolean decidedBy(boolean decides, long[] faults) {
    conditionDecided |= decides;
    faultsDecided |= nothingElse(faults);
    return conditionDecided && faultsDecided;
  }

  /** Returns whether a race was found, and every fault of another kind that there may be. */
  private boolean nothingElse(long[] faults) {
    boolean race = false;
    boolean others = true;
    for (int i = 0; i < faults.length; i++) {
      String name = model.faults().get(i).name();
      race |= faults[i] > 0 && FaultKinds.isRace(name);
      others &= faults[i] > 0 || FaultKinds.isRace(name) || (FaultKinds.isKnown(name) && !barriers);
    }
    return race && others;
  }
}

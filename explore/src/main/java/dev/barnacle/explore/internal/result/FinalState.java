package dev.barnacle.explore.internal.result;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Observable;
import dev.barnacle.explore.internal.program.ThreadState;
import dev.barnacle.explore.internal.trace.Trace;
import dev.barnacle.model.BaseRelation;
import dev.barnacle.model.BaseSet;
import dev.barnacle.model.Evaluator;
import dev.barnacle.model.Execution;
import dev.barnacle.model.Relation;
import java.util.ArrayList;
import java.util.List;

/**
 * The observed final state of an execution that has all its events. What an order that the model
 * generates does not cover gets its final write by choice.
 */
public final class FinalState {
  /** The action for each choice. */
  @FunctionalInterface
  public interface Action {
    void run() throws ExploreException;
  }

  private final List<Observable> observables;
  private final Trace trace;
  private final Execution x;
  private final Evaluator evaluator;
  private final int[] locations;
  private final int[] finals;
  private ThreadState[] threads = {};

  public FinalState(List<Observable> observables, Trace trace, Evaluator evaluator) {
    this.observables = observables;
    this.trace = trace;
    this.x = trace.execution;
    this.evaluator = evaluator;
    this.finals = new int[observables.size()];
    this.locations = new int[observables.size()];
    for (int i = 0; i < finals.length; i++) {
      locations[i] =
          observables.get(i) instanceof Observable.Element e
              ? trace.location(e.memory(), e.element())
              : -1;
    }
  }

  /** Runs something for each choice of the final writes that no generated order decides. */
  public void choose(ThreadState[] all, Action then) throws ExploreException {
    threads = all;
    x.set(BaseSet.FINAL_WRITE).clear();
    choose(0, then);
    x.set(BaseSet.FINAL_WRITE).clear();
  }

  private void choose(int i, Action then) throws ExploreException {
    if (i == finals.length) {
      then.run();
      return;
    }
    finals[i] = -1;
    int location = locations[i];
    int earlier = earlierObservation(i);
    if (location < 0 || earlier >= 0) {
      finals[i] = earlier >= 0 ? finals[earlier] : -1;
      choose(i + 1, then);
      return;
    }
    List<Integer> writes = lasts(writes(location));
    if (writes.size() == 1 || ordered(writes)) {
      finals[i] = writes.size() == 1 ? writes.get(0) : -1;
      choose(i + 1, then);
      return;
    }
    for (int write : writes) {
      finals[i] = write;
      x.set(BaseSet.FINAL_WRITE).add(write);
      choose(i + 1, then);
      x.set(BaseSet.FINAL_WRITE).remove(write);
    }
  }

  private int earlierObservation(int i) {
    for (int k = 0; k < i; k++) {
      if (locations[i] >= 0 && locations[k] == locations[i]) {
        return k;
      }
    }
    return -1;
  }

  /**
   * Returns those of a location's writes that may come last: in a launch neither what memory held
   * at first, nor one that its own work-item overwrites.
   */
  private List<Integer> lasts(List<Integer> writes) {
    if (!trace.launched()) {
      return writes;
    }
    Relation sb = x.relation(BaseRelation.SEQUENCED_BEFORE);
    return writes.stream()
        .filter(
            w ->
                writes.stream().noneMatch(v -> v > w && (x.event(w).isInit() || sb.contains(w, v))))
        .toList();
  }

  private List<Integer> writes(int location) {
    List<Integer> writes = new ArrayList<>();
    for (int e = 0; e < x.size(); e++) {
      if (x.event(e).isWrite() && x.event(e).location() == location) {
        writes.add(e);
      }
    }
    return writes;
  }

  /** Returns whether an order that the model generates covers these writes. */
  private boolean ordered(List<Integer> writes) {
    return evaluator.orders() > 0
        && evaluator.begin()
        && evaluator.domain(0).contains(writes.get(0));
  }

  /** Returns whether value {@code i} is decided, whatever is still open of the generated orders. */
  public boolean isKnown(int i) {
    return locations[i] < 0 || finals[i] >= 0 || last(locations[i]) >= 0;
  }

  /** Returns whether every value is decided. */
  public boolean isKnown() {
    for (int i = 0; i < finals.length; i++) {
      if (!isKnown(i)) {
        return false;
      }
    }
    return true;
  }

  /** The write that certainly comes last in the generated order, or -1. */
  private int last(int location) {
    Relation mo = evaluator.certain(0);
    List<Integer> writes = writes(location);
    for (int w : writes) {
      boolean all = true;
      for (int v : writes) {
        all &= v == w || mo.contains(v, w);
      }
      if (all) {
        return w;
      }
    }
    return -1;
  }

  /** The number of values. */
  public int size() {
    return finals.length;
  }

  /** The write that value {@code i}, which is decided, comes from; -1 for a register's. */
  public int write(int i) {
    return locations[i] < 0 || finals[i] >= 0 ? finals[i] : last(locations[i]);
  }

  /** The values, each of which is decided. */
  public long[] values() {
    long[] state = new long[finals.length];
    for (int i = 0; i < state.length; i++) {
      state[i] = value(i);
    }
    return state;
  }

  /** Value {@code i}, which is decided. */
  public long value(int i) {
    if (observables.get(i) instanceof Observable.Register r) {
      ThreadState s = threads[r.thread()];
      Integer cell = s.code.privates.get(r.memory());
      return cell == null ? 0 : s.memory[cell];
    }
    return trace.written[write(i)];
  }
}

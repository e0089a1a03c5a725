package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Stepper;
import dev.barnacle.explore.internal.kernel.state.StateKey;
import dev.barnacle.explore.internal.kernel.state.States;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The states that were come to; what comes of one is looked at once. States from which executions
 * come to themselves again go round a loop for ever and change something in each round.
 */
public final class SeenStates {
  /** One in so many states that were come to before is worth the cost of their keys. */
  private static final int WORTH = 32;

  private final States states;
  private final boolean least;
  private final boolean retries;
  private final Map<StateKey, List<Seen>> seen = new HashMap<>();

  /** One object for equal ones. */
  private final Map<ByteBuffer, ByteBuffer> kept = new HashMap<>();

  /**
   * A state with a key.
   *
   * @param known what happens before what is to come
   */
  private record Seen(int number, ByteBuffer known) {}

  /** For each step from one state to the next, their numbers. */
  private int[] steps = new int[64];

  private @Nullable Retries outlook;
  private int size;
  private int count;
  private int again;

  /**
   * Makes those of a search that has not begun.
   *
   * @param retries whether compare-exchanges in loops need not fail, where that is so
   * @param least whether a state stands for those in which more happens before: all that comes of
   *     these may come of it, but where it is faulty
   */
  public SeenStates(States states, boolean least, boolean retries) {
    this.retries = retries;
    this.states = states;
    this.least = least;
  }

  /**
   * Adds the state of an execution; returns false if it was come to before.
   *
   * @param reader the work-item that a write is offered to, -1 for none
   */
  boolean add(Execution x, int reader) {
    StateKey key = states.key(x, reader, outlook);
    return key == null || add(x, key);
  }

  /** Returns what finds loops of compare-exchanges that need not fail; null if all may. */
  @Nullable Retries retries(Stepper stepper) {
    outlook = least && retries && states.hasRetries() ? new Retries(stepper) : null;
    return outlook;
  }

  /** Returns those of a search in which all compare-exchanges may fail, which has not begun. */
  public SeenStates withoutRetries() {
    return new SeenStates(states, least, false);
  }

  /** Returns whether a compare-exchange has turned out to be one that fails to some end. */
  public boolean isWrong() {
    return outlook != null && outlook.isWrong();
  }

  private synchronized boolean add(Execution x, StateKey key) {
    Seen known = find(key);
    int number = known == null ? count++ : known.number();
    if (known == null) {
      ByteBuffer ranks = kept.computeIfAbsent(key.known(), k -> k);
      seen.computeIfAbsent(key, k -> new ArrayList<>(1)).add(new Seen(number, ranks));
    } else {
      again++;
    }
    if (x.state() >= 0) {
      if (size == steps.length) {
        steps = Arrays.copyOf(steps, 2 * size);
      }
      steps[size++] = x.state();
      steps[size++] = number;
    }
    x.state(number);
    return known == null;
  }

  private @Nullable Seen find(StateKey key) {
    for (Seen s : seen.getOrDefault(key, List.of())) {
      if (least ? StateKey.covers(s.known(), key.known()) : s.known().equals(key.known())) {
        return s;
      }
    }
    return null;
  }

  /** Returns whether states are come to again often enough. */
  public synchronized boolean isOften() {
    return again * WORTH >= count || (outlook != null && outlook.isUsed());
  }

  /** Returns whether an execution may come to a state again that it has been in. */
  synchronized boolean isCyclic() {
    int n = count;
    int[] first = new int[n + 1];
    for (int i = 0; i < size; i += 2) {
      first[steps[i] + 1]++;
    }
    for (int i = 0; i < n; i++) {
      first[i + 1] += first[i];
    }
    int[] next = new int[size / 2];
    int[] entering = new int[n];
    int[] at = Arrays.copyOf(first, n);
    for (int i = 0; i < size; i += 2) {
      next[at[steps[i]]++] = steps[i + 1];
      entering[steps[i + 1]]++;
    }
    int[] left = new int[n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (entering[i] == 0) {
        left[count++] = i;
      }
    }
    for (int i = 0; i < count; i++) {
      for (int k = first[left[i]]; k < first[left[i] + 1]; k++) {
        if (--entering[next[k]] == 0) {
          left[count++] = next[k];
        }
      }
    }
    return count < n;
  }
}

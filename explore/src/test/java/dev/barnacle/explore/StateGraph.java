package dev.barnacle.explore;

import dev.barnacle.explore.SpinProgram.Kind;
import dev.barnacle.explore.SpinProgram.Op;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every state that a program can come to, one operation of one work-item after another, and every
 * step between them. A run that goes on for ever comes to stay among states that can be reached
 * from each other. Nothing is left out: loops go round step by step.
 */
final class StateGraph {
  /** The program has more states than the graph is willing to hold. */
  static final class TooBig extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static final int NOT_BEGUN = -1;

  private final SpinProgram program;
  private final int most;
  private final Map<List<Integer>, Integer> numbers = new HashMap<>();
  private final List<int[]> states = new ArrayList<>();

  /** Of each state: work-item and target, one after the other. */
  private final List<int[]> steps = new ArrayList<>();

  /** The strongly connected component of each state. */
  private final int[] component;

  private int components;

  /**
   * Makes one.
   *
   * @param most how many states it may have
   * @throws TooBig if it has more
   */
  StateGraph(SpinProgram program, int most) {
    this.program = program;
    this.most = most;
    int n = program.items().size();
    int[] first = new int[3 * n + program.objects()];
    Arrays.fill(first, 0, n, NOT_BEGUN);
    number(first);
    for (int s = 0; s < states.size(); s++) {
      List<Integer> out = new ArrayList<>();
      for (int item = 0; item < n; item++) {
        int[] next = step(states.get(s), item);
        if (next.length > 0) {
          out.add(item);
          out.add(number(next));
        }
      }
      steps.add(out.stream().mapToInt(i -> i).toArray());
    }
    component = new int[states.size()];
    findComponents();
  }

  private int number(int[] state) {
    List<Integer> key = Arrays.stream(state).boxed().toList();
    Integer known = numbers.get(key);
    if (known != null) {
      return known;
    }
    if (states.size() == most) {
      throw new TooBig();
    }
    numbers.put(key, states.size());
    states.add(state);
    return states.size() - 1;
  }

  // --- a state: where each work-item is, its register, what INCREMENT has loaded; the objects ---

  private boolean hasEnded(int[] state, int item) {
    return state[item] == program.items().get(item).size();
  }

  private boolean isAtBarrier(int[] state, int item) {
    return state[item] >= 0
        && !hasEnded(state, item)
        && program.items().get(item).get(state[item]).kind() == Kind.BARRIER;
  }

  /** What a work-item makes of a state; nothing where it has ended or waits at a barrier. */
  private int[] step(int[] state, int item) {
    int n = program.items().size();
    if (hasEnded(state, item) || isAtBarrier(state, item)) {
      return new int[0];
    }
    int[] next = state.clone();
    if (state[item] == NOT_BEGUN) {
      next[item] = 0;
      skip(next, item);
      meet(next, item);
      return next;
    }
    Op op = program.items().get(item).get(state[item]);
    int at = 3 * n + op.object();
    int old = state[at];
    boolean done = true;
    switch (op.kind()) {
      case LOAD -> next[n + item] = old;
      case STORE -> next[at] = op.value();
      case ADD -> {
        next[n + item] = old;
        next[at] = old + op.value();
      }
      case EXCHANGE -> {
        next[n + item] = old;
        next[at] = op.value();
      }
      case COMPARE_EXCHANGE -> {
        next[n + item] = old;
        next[at] = old == op.expected() ? op.value() : old;
      }
      case AWAIT -> {
        next[n + item] = old;
        done = old == op.expected();
      }
      case AWAIT_OTHER -> {
        next[n + item] = old;
        done = old != op.expected();
      }
      case SPIN_EXCHANGE -> {
        next[n + item] = old;
        next[at] = op.value();
        done = old == op.expected();
      }
      case SPIN_COMPARE_EXCHANGE -> {
        next[n + item] = old;
        next[at] = old == op.expected() ? op.value() : old;
        done = old == op.expected();
      }
      case INCREMENT -> done = increment(state, next, item, at);
      case BARRIER -> throw new IllegalStateException();
    }
    if (done) {
      next[item]++;
      skip(next, item);
      meet(next, item);
    } else if (op.kind() != Kind.INCREMENT) {
      next[n + item] = state[n + item]; // what a round that fails has read is forgotten
    }
    return next;
  }

  /** One of the two operations of a round: {@code 1 + loaded} stands between them, or 0. */
  private boolean increment(int[] state, int[] next, int item, int at) {
    int n = program.items().size();
    int between = 2 * n + item;
    if (state[between] == 0) {
      next[between] = 1 + state[at];
      return false;
    }
    next[between] = 0;
    if (state[at] == state[between] - 1) {
      next[n + item] = state[at];
      next[at] = state[at] + 1;
      return true;
    }
    return false;
  }

  /** Goes past operations whose guard says no. */
  private void skip(int[] state, int item) {
    List<Op> ops = program.items().get(item);
    int register = state[program.items().size() + item];
    while (state[item] < ops.size() && ops.get(state[item]).guarded() && register == 0) {
      state[item]++;
    }
  }

  /** Lets a work-group go on, if all of it wait at a barrier. */
  private void meet(int[] state, int item) {
    int first = program.group(item) * program.groupSize();
    for (int i = first; i < first + program.groupSize(); i++) {
      if (!isAtBarrier(state, i)) {
        return;
      }
    }
    for (int i = first; i < first + program.groupSize(); i++) {
      state[i]++;
      skip(state, i);
    }
    meet(state, item);
  }

  // --- answers ---

  /** The registers and objects of every state in which all have ended. */
  Set<List<Integer>> finals() {
    int n = program.items().size();
    Set<List<Integer>> finals = new HashSet<>();
    for (int[] state : states) {
      boolean ended = true;
      for (int i = 0; i < n; i++) {
        ended &= hasEnded(state, i);
      }
      if (ended) {
        List<Integer> values = new ArrayList<>();
        for (int i = n; i < state.length; i++) {
          if (i < 2 * n || i >= 3 * n) {
            values.add(state[i]);
          }
        }
        finals.add(values);
      }
    }
    return finals;
  }

  /** Whether a run never ends in which all that are sure to come further do, where they can. */
  boolean hangs(ProgressRules rules) {
    int n = program.items().size();
    boolean[][] moves = new boolean[components][n];
    int[] member = new int[components];
    boolean[] turns = new boolean[components];
    for (int s = 0; s < states.size(); s++) {
      member[component[s]] = s;
      int[] out = steps.get(s);
      for (int e = 0; e < out.length; e += 2) {
        if (component[out[e + 1]] == component[s]) {
          turns[component[s]] = true;
          moves[component[s]][out[e]] = true;
        }
      }
    }
    for (int c = 0; c < components; c++) {
      if (turns[c] && isFair(rules, states.get(member[c]), moves[c])) {
        return true;
      }
    }
    return false;
  }

  /** Who has ended, begun, or waits at a barrier without moving is the same in all of these. */
  private boolean isFair(ProgressRules rules, int[] state, boolean[] moves) {
    List<List<Integer>> groups = new ArrayList<>();
    for (int i = 0; i < program.items().size(); i++) {
      if (i % program.groupSize() == 0) {
        groups.add(new ArrayList<>());
      }
      groups.getLast().add(i);
    }
    if (!isFair(rules.device(), state, moves, groups)) {
      return false;
    }
    for (List<Integer> group : groups) { // a work-group is one sub-group
      List<List<Integer>> items = group.stream().map(List::of).toList();
      if (group.stream().anyMatch(i -> moves[i])
          && !isFair(rules.subGroup(), state, moves, items)) {
        return false;
      }
    }
    return true;
  }

  /** Whether each part of a unit that moves, if it is sure and can, has a work-item that moves. */
  private boolean isFair(
      ProgressModel model, int[] state, boolean[] moves, List<List<Integer>> parts) {
    for (int p = 0; p < parts.size(); p++) {
      boolean can =
          parts.get(p).stream().anyMatch(i -> !hasEnded(state, i) && !isAtBarrier(state, i));
      if (can && isSure(model, state, parts, p) && parts.get(p).stream().noneMatch(i -> moves[i])) {
        return false;
      }
    }
    return true;
  }

  private boolean isSure(ProgressModel model, int[] state, List<List<Integer>> parts, int part) {
    int lowest = parts.size();
    int lastBegun = -1;
    for (int i = parts.size() - 1; i >= 0; i--) {
      if (parts.get(i).stream().anyMatch(k -> !hasEnded(state, k))) {
        lowest = i;
      }
      if (lastBegun < 0 && parts.get(i).stream().anyMatch(k -> state[k] != NOT_BEGUN)) {
        lastBegun = i;
      }
    }
    boolean begun = parts.get(part).stream().anyMatch(k -> state[k] != NOT_BEGUN);
    return switch (model) {
      case FAIR -> true;
      case HSA -> part == lowest;
      case OBE -> begun;
      case HSA_OBE -> part == lowest || begun;
      case LOBE -> part <= lastBegun;
      case UNFAIR -> false;
    };
  }

  // --- strongly connected components (Tarjan, 1972), without recursion ---

  private void findComponents() {
    int[] index = new int[states.size()];
    int[] low = new int[states.size()];
    int[] edge = new int[states.size()];
    boolean[] open = new boolean[states.size()];
    ArrayDeque<Integer> path = new ArrayDeque<>();
    ArrayDeque<Integer> stack = new ArrayDeque<>();
    int next = 1;
    path.push(0); // every state is reached from the first
    while (!path.isEmpty()) {
      int s = path.getFirst();
      if (index[s] == 0) {
        index[s] = next;
        low[s] = next++;
        stack.push(s);
        open[s] = true;
      }
      int[] out = steps.get(s);
      if (edge[s] < out.length) {
        int to = out[edge[s] + 1];
        if (index[to] == 0) {
          path.push(to);
          continue;
        }
        if (open[to]) {
          low[s] = Math.min(low[s], low[to]);
        }
        edge[s] += 2;
        continue;
      }
      path.pop();
      if (low[s] == index[s]) {
        int member;
        do {
          member = stack.pop();
          open[member] = false;
          component[member] = components;
        } while (member != s);
        components++;
      }
    }
  }
}

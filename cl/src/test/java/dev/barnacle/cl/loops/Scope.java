package dev.barnacle.cl.loops;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** What a random kernel has at a place: variables, memory, and the dice. */
final class Scope {
  /** A variable, with the values that it can have where it is visible. */
  record Variable(String name, Scalar type, long low, long high) {
    Node read() {
      return Node.value(type, low, high, name);
    }
  }

  /** How many of the counters are ids of the work-item. */
  private static final int IDS = 2;

  final SplittableRandom random;

  /** Counters and ids, the innermost loop's last. */
  final List<Variable> counters = new ArrayList<>();

  /** Other variables that may be read. */
  final List<Variable> values = new ArrayList<>();

  final List<Space> spaces = new ArrayList<>();

  /** How often the innermost statement is executed at most. */
  private final Deque<Integer> trips = new ArrayDeque<>(List.of(1));

  /** Whether the kernel is small and plain: what vectorisers understand best. */
  final boolean focus;

  /** The greatest value that the argument {@code n} may have. */
  final int mostN;

  /** Variables that take results, with what begins their declaration. */
  final List<Variable> results = new ArrayList<>();

  /** Where a loop is one that can be vectorised: all that it writes; else empty. */
  private Optional<Space> target = Optional.empty();

  private int names;

  Scope(SplittableRandom random) {
    this.random = random;
    this.focus = chance(65);
    this.mostN = one(64, 64, 100, 200);
  }

  int number(int bound) {
    return random.nextInt(bound);
  }

  /** A number from {@code from} to {@code to}, both included. */
  int between(int from, int to) {
    return from + random.nextInt(to - from + 1);
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  @SafeVarargs
  final <T> T one(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  String fresh(String stem) {
    return stem + names++;
  }

  /** A counter; mostly that of the innermost loop, or one of its. */
  Variable counter() {
    int last = counters.size() - 1;
    if (last >= IDS && chance(plain() ? 93 : 80)) {
      return counters.get(chance(80) ? last : IDS + number(last - IDS + 1));
    }
    return one(counters);
  }

  /** Begins a loop that can be vectorised, or one that does anything; returns what was before. */
  Optional<Space> aim(boolean plain) {
    Optional<Space> before = target;
    target = plain ? Optional.of(anyWritable()) : Optional.empty();
    return before;
  }

  void aim(Optional<Space> before) {
    target = before;
  }

  /** Returns whether the loop is one that can be vectorised. */
  boolean plain() {
    return target.isPresent();
  }

  Space readable() {
    Space space = one(spaces);
    return target.isPresent() && target.get().equals(space) && chance(90)
        ? one(spaces.stream().filter(s -> !s.writable()).toList())
        : space;
  }

  Space writable() {
    return target.orElseGet(this::anyWritable);
  }

  private Space anyWritable() {
    return one(spaces.stream().filter(Space::writable).toList());
  }

  /** A variable that takes a result; one of its own where the loop is to be vectorised. */
  String result(Scalar type) {
    List<Variable> fitting = results.stream().filter(v -> v.type() == type).toList();
    if (!fitting.isEmpty() && !(plain() && chance(85))) {
      return one(fitting).name();
    }
    Variable made = new Variable(fresh("s"), type, type.low, type.high);
    results.add(made);
    return made.name();
  }

  /** Returns how many loops' counters (and guarded indices) there are. */
  int loops() {
    return counters.size() - IDS;
  }

  int trips() {
    return trips.getFirst();
  }

  void enter(int count) {
    trips.push(trips() * count);
  }

  void leave() {
    trips.pop();
  }
}

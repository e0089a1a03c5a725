package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.CommandSet;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelFault;
import dev.barnacle.explore.KernelOutcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The stages of launches that wait for each other: each launch waits for all of the stages before
 * its own, and for none of its own. What has happened in a stage happens before all of the next.
 */
final class Stages {
  private Stages() {}

  /**
   * Returns the stages, each as the numbers of its launches.
   *
   * @throws ExploreException if the launches have none
   */
  static List<Set<Integer>> of(CommandSet commands) throws ExploreException {
    int count = commands.launches().size();
    List<Set<Integer>> before = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Set<Integer> all = new TreeSet<>(commands.waits().get(i));
      commands.waits().get(i).forEach(w -> all.addAll(before.get(w)));
      before.add(all);
    }
    Map<Integer, Set<Integer>> stages = new java.util.TreeMap<>();
    for (int i = 0; i < count; i++) {
      stages.computeIfAbsent(before.get(i).size(), s -> new TreeSet<>()).add(i);
    }
    Set<Integer> done = new TreeSet<>();
    for (Set<Integer> stage : stages.values()) {
      for (int i : stage) {
        if (!before.get(i).equals(done)) {
          throw new ExploreException(
              "a .cat file takes launches of which each waits for all before it, or for none of"
                  + " them that another waits for",
              commands.launches().get(i).kernel().location());
        }
      }
      done.addAll(stage);
    }
    return List.copyOf(stages.values());
  }

  /** Returns the outcome of launches after some in which there is a fault. */
  static KernelOutcome ended(KernelOutcome outcome) {
    Set<String> limits = new LinkedHashSet<>(outcome.limits());
    limits.add("launches that wait for one with a fault are not looked at");
    return new KernelOutcome(
        outcome.buffers(),
        outcome.initial(),
        List.of(),
        outcome.faults(),
        outcome.executions(),
        false,
        List.copyOf(limits),
        List.of());
  }

  /**
   * Returns the outcome of two stages.
   *
   * @param later what comes of each final state of the first one
   */
  static KernelOutcome after(KernelOutcome first, List<KernelOutcome> later) {
    Map<List<ByteBuffer>, KernelOutcome.State> states = new LinkedHashMap<>();
    List<KernelFault> faults = new ArrayList<>();
    Set<String> limits = new LinkedHashSet<>(first.limits());
    boolean complete = first.complete();
    long executions = first.executions();
    for (int i = 0; i < later.size(); i++) {
      KernelOutcome next = later.get(i);
      long times = first.states().get(i).count();
      executions += times * (next.executions() - 1);
      complete &= next.complete();
      limits.addAll(next.limits());
      next.faults().forEach(f -> add(faults, f));
      for (KernelOutcome.State s : next.states()) {
        states.merge(
            key(s),
            new KernelOutcome.State(s.contents(), times * s.count()),
            (a, b) -> new KernelOutcome.State(a.contents(), a.count() + b.count()));
      }
    }
    return new KernelOutcome(
        first.buffers(),
        first.initial(),
        states.values().stream().sorted(Stages::compare).toList(),
        faults,
        executions,
        complete,
        List.copyOf(limits),
        List.of());
  }

  /** Adds a fault, unless there is one of its kind at its place. */
  private static void add(List<KernelFault> faults, KernelFault fault) {
    boolean known =
        faults.stream().anyMatch(f -> f.kind() == fault.kind() && places(f).equals(places(fault)));
    if (!known) {
      faults.add(fault);
    }
  }

  private static List<String> places(KernelFault fault) {
    return fault.accesses().stream().map(a -> String.valueOf(a.location())).toList();
  }

  private static int compare(KernelOutcome.State a, KernelOutcome.State b) {
    for (int i = 0; i < a.contents().size(); i++) {
      int order = Arrays.compareUnsigned(a.contents().get(i), b.contents().get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static List<ByteBuffer> key(KernelOutcome.State state) {
    return state.contents().stream().map(ByteBuffer::wrap).toList();
  }
}

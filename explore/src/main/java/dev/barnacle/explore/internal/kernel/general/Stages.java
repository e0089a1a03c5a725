package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.CommandSet;
import dev.barnacle.explore.ExploreException;
import java.util.ArrayList;
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
}

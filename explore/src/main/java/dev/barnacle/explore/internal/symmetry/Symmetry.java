package dev.barnacle.explore.internal.symmetry;

import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.program.ThreadCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes of threads that are the same but for their names. Exchanging two threads of a class
 * turns every consistent execution into one: a model knows threads only by whether two events are
 * of one. The group of all such exchanges acts on executions and on their final states.
 *
 * <p>This is thread symmetry as model checkers use it (Emerson and Sistla, "Symmetry and model
 * checking", Formal Methods in System Design 9, 1996; together with stateless search:
 * Kokologiannakis, Marmanis and Vafeiadis, "SPORE: Combining symmetry and partial order reduction",
 * PLDI 2024).
 */
public final class Symmetry {
  private final int[] classOf;
  private final List<int[]> classes = new ArrayList<>();

  /**
   * Finds the classes.
   *
   * @param apart whether each thread is to be a class of its own
   */
  public Symmetry(Scenario scenario, List<ThreadCode> code, boolean apart) {
    classOf = new int[code.size()];
    ThreadEquivalence equivalence = new ThreadEquivalence(scenario, code);
    Map<List<Object>, List<Integer>> alike = new HashMap<>();
    List<List<Integer>> found = new ArrayList<>();
    long order = 1;
    for (int t = 0; t < classOf.length; t++) {
      List<Object> key = apart ? List.of(t) : equivalence.tell(code.get(t));
      List<Integer> members = alike.get(key);
      if (members == null || order > Long.MAX_VALUE / 64 / (members.size() + 1)) {
        members = new ArrayList<>();
        alike.put(key, members);
        found.add(members);
      }
      members.add(t);
      order *= members.size();
      classOf[t] = found.indexOf(members);
    }
    found.forEach(l -> classes.add(l.stream().mapToInt(Integer::intValue).toArray()));
  }

  /** Returns whether two threads are the same. */
  boolean same(int t, int u) {
    return classOf[t] == classOf[u];
  }

  /** Returns whether another thread is the same as this one. */
  boolean hasEquivalent(int t) {
    return classes.get(classOf[t]).length > 1;
  }

  /** The classes: the numbers of their threads, in order. */
  List<int[]> classes() {
    return classes;
  }

  @Override
  public String toString() {
    return Arrays.toString(classOf);
  }
}

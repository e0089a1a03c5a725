package dev.barnacle.explore.internal.symmetry;

import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.program.ThreadCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
    ThreadEquivalence equivalence = apart ? null : new ThreadEquivalence(scenario, code);
    List<List<Integer>> found = new ArrayList<>();
    long order = 1;
    for (int t = 0; t < classOf.length; t++) {
      int c = found.size();
      for (int k = 0; equivalence != null && c == found.size() && k < found.size(); k++) {
        int size = found.get(k).size() + 1;
        if (order <= Long.MAX_VALUE / 64 / size
            && equivalence.same(code.get(found.get(k).get(0)), code.get(t))) {
          order *= size;
          c = -1 - k;
          break;
        }
      }
      if (c < 0) {
        c = -1 - c;
      } else {
        found.add(new ArrayList<>());
      }
      classOf[t] = c;
      found.get(c).add(t);
    }
    found.forEach(l -> classes.add(l.stream().mapToInt(Integer::intValue).toArray()));
  }

  /** Returns whether no two threads are the same. */
  boolean isTrivial() {
    return classes.size() == classOf.length;
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

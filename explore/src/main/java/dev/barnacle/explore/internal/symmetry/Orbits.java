package dev.barnacle.explore.internal.symmetry;

import dev.barnacle.explore.Observable;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.ir.Alloca;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The effects of exchanges of identical threads on final states: they permute what is observed of
 * the threads of a class. Whatever is observed of one of them is observed here of all.
 */
public final class Orbits {
  /** Looks at an image of a state. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Looks at an image; both arrays are the caller's.
     *
     * @param names for each thread the name that it has in the image
     * @return whether to go on
     */
    boolean look(long[] image, int[] names);
  }

  /** The threads of a class, and where in a state each one's cells are. */
  private static final class Moved {
    final int[] threads;
    final int[][] positions;

    Moved(int[] threads, int[][] positions) {
      this.threads = threads;
      this.positions = positions;
    }
  }

  private final List<Observable> observables;
  private final int threads;
  private final List<Moved> moved = new ArrayList<>();

  public Orbits(Symmetry symmetry, List<ThreadCode> code, List<Observable> asked) {
    this.observables = new ArrayList<>(asked);
    this.threads = code.size();
    for (int[] members : symmetry.classes()) {
      List<Integer> cells = members.length == 1 ? List.of() : cells(members, code, asked);
      if (!cells.isEmpty()) {
        int[][] positions = new int[members.length][cells.size()];
        for (int m = 0; m < members.length; m++) {
          for (int c = 0; c < positions[m].length; c++) {
            positions[m][c] = position(members[m], cells.get(c), code.get(members[m]));
          }
        }
        moved.add(new Moved(members, positions));
      }
    }
  }

  /** The cells of private memory that are observed of some member of a class. */
  private static List<Integer> cells(int[] members, List<ThreadCode> code, List<Observable> asked) {
    return asked.stream()
        .filter(o -> o instanceof Observable.Register r && contains(members, r.thread()))
        .map(o -> (Observable.Register) o)
        .filter(r -> code.get(r.thread()).privates.containsKey(r.memory()))
        .map(r -> code.get(r.thread()).privates.getOrDefault(r.memory(), -1))
        .distinct()
        .sorted()
        .toList();
  }

  private static boolean contains(int[] list, int value) {
    return Arrays.stream(list).anyMatch(v -> v == value);
  }

  private int position(int thread, int cell, ThreadCode code) {
    Alloca memory =
        code.privates.entrySet().stream()
            .filter(e -> e.getValue() == cell)
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
    for (int i = 0; i < observables.size(); i++) {
      if (observables.get(i) instanceof Observable.Register r
          && r.thread() == thread
          && r.memory() == memory) {
        return i;
      }
    }
    observables.add(new Observable.Register(thread, memory));
    return observables.size() - 1;
  }

  /**
   * Returns the observables: those that were asked for, in that order, and then those that
   * exchanges need.
   */
  public List<Observable> observables() {
    return observables;
  }

  /** Returns whether exchanges leave this observable alone. */
  public boolean isFixed(int observable) {
    return moved.stream()
        .flatMap(m -> Arrays.stream(m.positions))
        .noneMatch(p -> contains(p, observable));
  }

  /** Looks at each different image of a state once, the state itself first. */
  public void images(long[] state, Visitor visitor) {
    int[] names = new int[threads];
    for (int t = 0; t < threads; t++) {
      names[t] = t;
    }
    if (moved.isEmpty()) {
      boolean ignored = visitor.look(state, names);
      return;
    }
    boolean ignored = permute(state, state.clone(), names, 0, 0, visitor, new boolean[threads]);
  }

  /** Fills the place of member {@code at} of class {@code k} with each member that is left. */
  private boolean permute(
      long[] state, long[] image, int[] names, int k, int at, Visitor visitor, boolean[] used) {
    if (k == moved.size()) {
      return visitor.look(image, names);
    }
    Moved m = moved.get(k);
    if (at == m.threads.length) {
      return permute(state, image, names, k + 1, 0, visitor, used);
    }
    for (int i = 0; i < m.threads.length; i++) {
      // The member whose place it is first: the state itself is the first image.
      int from = i == 0 ? at : i <= at ? i - 1 : i;
      if (used[m.threads[from]] || isRepeated(state, m, from, at, used)) {
        continue;
      }
      used[m.threads[from]] = true;
      names[m.threads[from]] = m.threads[at];
      copy(state, m.positions[from], image, m.positions[at]);
      boolean goOn = permute(state, image, names, k, at + 1, visitor, used);
      used[m.threads[from]] = false;
      if (!goOn) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a member that is the same and still left was tried before. */
  private static boolean isRepeated(long[] state, Moved m, int from, int at, boolean[] used) {
    for (int other = 0; other < m.threads.length; other++) {
      boolean before = other == at ? from != at : from != at && other < from;
      if (before && !used[m.threads[other]] && same(state, m.positions[other], m.positions[from])) {
        return true;
      }
    }
    return false;
  }

  private static boolean same(long[] state, int[] a, int[] b) {
    for (int i = 0; i < a.length; i++) {
      if (state[a[i]] != state[b[i]]) {
        return false;
      }
    }
    return true;
  }

  private static void copy(long[] from, int[] source, long[] to, int[] target) {
    for (int i = 0; i < source.length; i++) {
      to[target[i]] = from[source[i]];
    }
  }

  /** The image of a state under an exchange. */
  public long[] image(long[] state, int[] names) {
    long[] image = state.clone();
    for (Moved m : moved) {
      for (int i = 0; i < m.threads.length; i++) {
        int to = Arrays.binarySearch(m.threads, names[m.threads[i]]);
        copy(state, m.positions[i], image, m.positions[to]);
      }
    }
    return image;
  }

  /** The same state for all images of a state. */
  public long[] canonical(long[] state) {
    long[] out = state.clone();
    for (Moved m : moved) {
      int[][] sorted = m.positions.clone();
      Arrays.sort(sorted, (a, b) -> compare(state, a, b));
      for (int i = 0; i < sorted.length; i++) {
        copy(state, sorted[i], out, m.positions[i]);
      }
    }
    return out;
  }

  private static int compare(long[] state, int[] a, int[] b) {
    for (int i = 0; i < a.length; i++) {
      int c = Long.compare(state[a[i]], state[b[i]]);
      if (c != 0) {
        return c;
      }
    }
    return 0;
  }
}

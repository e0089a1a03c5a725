package dev.barnacle.explore.internal.compare;

import dev.barnacle.explore.Distinction.Kind;
import dev.barnacle.explore.ExploreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All shapes of a size, one of those that are the same but for the names of threads and locations:
 * longer threads come first, locations are numbered as they are met, and of the orders of threads
 * the one counts whose text is the least.
 */
final class Shapes {
  /** Takes a shape. */
  @FunctionalInterface
  interface Visitor {
    void visit(Shape shape) throws ExploreException;
  }

  private final List<Kind> kinds;
  private final Visitor visitor;
  private final int size;
  private final int threads;
  private int[] starts = new int[0];
  private List<int[]> orders = List.of();
  private final Kind[] kind;
  private final int[] location;

  /**
   * Makes one.
   *
   * @param threads the greatest number of threads
   */
  Shapes(List<Kind> kinds, int size, int threads, Visitor visitor) {
    this.threads = threads;
    this.kinds = kinds;
    this.size = size;
    this.visitor = visitor;
    this.kind = new Kind[size];
    this.location = new int[size];
  }

  /** Visits all. */
  void run() throws ExploreException {
    lengths(new ArrayList<>(), size, size);
  }

  private void lengths(List<Integer> lengths, int left, int most) throws ExploreException {
    if (left == 0) {
      starts = new int[lengths.size() + 1];
      for (int t = 0; t < lengths.size(); t++) {
        starts[t + 1] = starts[t] + lengths.get(t);
      }
      orders = Permutations.of(lengths.size()).stream().filter(this::keepsLengths).toList();
      operations(0, 0);
      return;
    }
    for (int length = Math.min(left, most); length >= 1 && lengths.size() < threads; length--) {
      lengths.add(length);
      lengths(lengths, left - length, length);
      lengths.removeLast();
    }
  }

  private int length(int thread) {
    return starts[thread + 1] - starts[thread];
  }

  private boolean keepsLengths(int[] order) {
    for (int t = 0; t < order.length; t++) {
      if (length(order[t]) != length(t)) {
        return false;
      }
    }
    return true;
  }

  private void operations(int i, int locations) throws ExploreException {
    if (i == size) {
      Shape shape = new Shape(starts.clone(), kind.clone(), location.clone(), locations);
      if (isLeast(locations)) {
        visitor.visit(shape);
      }
      return;
    }
    for (Kind k : kinds) {
      kind[i] = k;
      if (k == Kind.FENCE || k == Kind.BARRIER) {
        location[i] = -1;
        operations(i + 1, locations);
        continue;
      }
      for (int l = 0; l <= locations; l++) {
        location[i] = l;
        operations(i + 1, Math.max(locations, l + 1));
      }
    }
  }

  private boolean isLeast(int locations) {
    for (int[] order : orders) {
      if (compare(order, locations) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Compares the shape with its threads in another order with itself. */
  @SuppressWarnings("EnumOrdinal") // any order of the kinds will do
  private int compare(int[] order, int locations) {
    int[] renamed = new int[locations];
    Arrays.fill(renamed, -1);
    int used = 0;
    int i = 0;
    for (int t : order) {
      for (int from = starts[t]; from < starts[t + 1]; from++, i++) {
        int l = location[from];
        if (l >= 0 && renamed[l] < 0) {
          renamed[l] = used++;
        }
        int code = kind[from].ordinal() * 64 + (l < 0 ? 0 : renamed[l]);
        int own = kind[i].ordinal() * 64 + Math.max(location[i], 0);
        if (code != own) {
          return code - own;
        }
      }
    }
    return 0;
  }
}

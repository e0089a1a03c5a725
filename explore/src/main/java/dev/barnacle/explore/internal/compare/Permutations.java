package dev.barnacle.explore.internal.compare;

import java.util.ArrayList;
import java.util.List;

/** The orders of a few things. */
final class Permutations {
  private Permutations() {}

  /** All orders of the numbers below {@code n}. */
  static List<int[]> of(int n) {
    List<int[]> found = new ArrayList<>();
    extend(new int[n], 0, 0, found);
    return found;
  }

  private static void extend(int[] order, int length, int used, List<int[]> found) {
    if (length == order.length) {
      found.add(order.clone());
      return;
    }
    for (int i = 0; i < order.length; i++) {
      if ((used >>> i & 1) == 0) {
        order[length] = i;
        extend(order, length + 1, used | 1 << i, found);
      }
    }
  }
}

package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.internal.kernel.graph.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Modification orders where they are still open. */
final class OpenOrders {
  private OpenOrders() {}

  /**
   * Returns whether modification order can be such that something is allowed, which is so with less
   * of it decided if it is so with more.
   *
   * @param cells the atomic objects with what is already decided of it
   */
  static boolean any(List<Cell> cells, Predicate<List<Cell>> allowed) {
    return decide(new ArrayList<>(cells), 0, allowed);
  }

  private static boolean decide(List<Cell> cells, int first, Predicate<List<Cell>> allowed) {
    if (!allowed.test(cells)) {
      return false;
    }
    for (int i = first; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      int[] pair = cell.undecided();
      if (pair == null) {
        continue;
      }
      for (int side = 0; side < 2; side++) {
        Cell decided = cell.ownedBy(new Object());
        if (decided.order(pair[side], pair[1 - side])) {
          cells.set(i, decided);
          if (decide(cells, i, allowed)) {
            return true;
          }
        }
      }
      cells.set(i, cell);
      return false;
    }
    return true;
  }
}

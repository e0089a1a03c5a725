package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.item.Execution;
import java.util.List;

/**
 * Finds whether an execution is one in which one operation comes after another, and each reads what
 * was written last (Lamport, "How to make a multiprocessor computer that correctly executes
 * multiprocess programs", 1979). Then sequenced-before, reads-from, modification order and
 * reads-before have no cycle. A run under {@code check} is such a one.
 */
final class Interleaving {
  private static final int MOST_EVENTS = 256;

  private Interleaving() {}

  /**
   * Returns whether it is not; false where it has too many events to tell.
   *
   * @param decided the atomic objects with what is decided of modification order
   */
  static boolean isWeak(Execution x, List<Cell> decided) {
    return x.size() <= MOST_EVENTS && !OpenOrders.any(decided, cells -> isAcyclic(x, cells));
  }

  private static boolean isAcyclic(Execution x, List<Cell> cells) {
    boolean[][] edges = new boolean[x.size()][x.size()];
    for (int i = 0; i < edges.length; i++) {
      for (int k = i + 1; k < edges.length; k++) {
        Event a = x.event(i);
        Event b = x.event(k);
        edges[i][k] = a.item() == b.item() || a.isBefore(b);
      }
    }
    for (Cell cell : cells) {
      for (Event a : cell.events()) {
        for (Event b : cell.events()) {
          if (a.number() != b.number() && isBefore(cell, a, b)) {
            edges[a.number()][b.number()] = true;
          }
        }
      }
    }
    return !Cycles.in(edges);
  }

  private static boolean isBefore(Cell cell, Event a, Event b) {
    boolean isRead = a.write() >= 0 && a.write() == b.from();
    return isRead || (b.write() >= 0 && SequentialOrder.isBefore(cell, a, b));
  }
}

package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.graph.ScopeRule;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Synchronization;
import java.util.ArrayList;
import java.util.List;

/**
 * The order of seq_cst operations: reads-before, modification order and happens-before, fences
 * included, order them without a cycle (O-Sc; Wickerson and Batty, "Taming the complexities of the
 * C11 and OpenCL memory models", technical appendix, Figure 2, lines 27 to 30).
 */
public final class SequentialOrder {
  /** The seq_cst operations that are ordered. */
  public enum Rule {
    /** None. */
    NONE,
    /** All, if all have device or all-svm-devices scope; else none (Figure 2). */
    ALL,
    /** Those that have inclusive scopes (Batty, Donaldson and Wickerson, POPL 2016). */
    INCLUSIVE
  }

  private final Rule rule;
  private final Synchronization scopes;
  private final boolean narrow;

  /**
   * Makes one.
   *
   * @param narrow whether some seq_cst operation of the program has a narrower scope than a device
   */
  public SequentialOrder(Rule rule, Synchronization scopes, boolean narrow) {
    this.rule = rule;
    this.scopes = scopes;
    this.narrow = narrow;
  }

  /** Returns whether an execution so far can become one in which they are in order. */
  boolean isConsistent(Execution x) {
    if (rule == Rule.NONE || (rule == Rule.ALL && narrow)) {
      return true;
    }
    List<Event> sequential = sequential(x);
    return sequential.size() < 2 || isAcyclic(sequential, x.memory().cells());
  }

  /**
   * Returns whether modification order, where it is still open, can be such that the seq_cst
   * operations are in order.
   *
   * @param cells the atomic objects with what is already decided of it
   */
  public boolean isPossible(Execution x, List<Cell> cells) {
    List<Event> sequential = sequential(x);
    if (rule == Rule.NONE || sequential.size() < 2) {
      return true;
    }
    if (rule == Rule.ALL && sequential.stream().anyMatch(e -> ScopeRule.isNarrow(e.scope()))) {
      return true;
    }
    return OpenOrders.any(cells, decided -> isAcyclic(sequential, decided));
  }

  private static List<Event> sequential(Execution x) {
    List<Event> list = new ArrayList<>();
    for (int i = 0; i < x.size(); i++) {
      if (x.event(i).isSequential()) {
        list.add(x.event(i));
      }
    }
    return list;
  }

  private boolean isAcyclic(List<Event> sequential, List<Cell> cells) {
    int n = sequential.size();
    boolean[][] edges = new boolean[n][n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < n; k++) {
        if (i != k && sequential.get(i).isBefore(sequential.get(k))) {
          add(edges, sequential, i, k);
        }
      }
    }
    for (Cell cell : cells) {
      for (Event a : cell.events()) {
        for (Event b : cell.events()) {
          if (a.number() != b.number() && b.write() >= 0 && isBefore(cell, a, b)) {
            connect(edges, sequential, a, b);
          }
        }
      }
    }
    return !Cycles.in(edges);
  }

  /** Returns whether an operation is before a write in modification order or reads-before. */
  static boolean isBefore(Cell cell, Event a, Event b) {
    return (a.write() >= 0 && cell.isOrdered(a.write(), b.write()))
        || (a.from() >= 0 && cell.isOrdered(a.from(), b.write()));
  }

  /** Connects what is, or stands with a fence before, with what is, or stands before a fence. */
  private void connect(boolean[][] edges, List<Event> sequential, Event a, Event b) {
    for (int i = 0; i < edges.length; i++) {
      Event from = sequential.get(i);
      boolean starts =
          from.number() == a.number()
              || (from.isFence() && from.item() == a.item() && from.number() < a.number());
      if (!starts) {
        continue;
      }
      for (int k = 0; k < edges.length; k++) {
        Event to = sequential.get(k);
        if (to.number() == b.number()
            || (to.isFence() && to.item() == b.item() && to.number() > b.number())) {
          add(edges, sequential, i, k);
        }
      }
    }
  }

  private void add(boolean[][] edges, List<Event> sequential, int from, int to) {
    Event a = sequential.get(from);
    Event b = sequential.get(to);
    edges[from][to] |=
        rule == Rule.ALL || scopes.inclusive(a.item(), a.scope(), b.item(), b.scope());
  }
}

package dev.barnacle.explore.internal.kernel.state;

import dev.barnacle.explore.internal.kernel.graph.Clock;
import java.util.Arrays;

/**
 * The epochs of each work-item that something may still be compared with. A clock matters only by
 * how many of them are in its past, so that is what a state has for it.
 */
final class Times {
  private final int[][] times;
  private final int[] sizes;

  Times(int items) {
    times = new int[items][];
    sizes = new int[items];
  }

  /** Adds an epoch of a work-item. */
  void add(int item, int time) {
    int[] list = times[item];
    if (list == null) {
      times[item] = new int[] {time, 0, 0, 0};
      sizes[item] = 1;
      return;
    }
    for (int i = 0; i < sizes[item]; i++) {
      if (list[i] == time) {
        return;
      }
    }
    if (sizes[item] == list.length) {
      times[item] = Arrays.copyOf(list, 2 * list.length);
    }
    times[item][sizes[item]++] = time;
  }

  /** Returns how many of a work-item's epochs are not later than a time. */
  int rank(int item, int time) {
    int rank = 0;
    for (int i = 0; i < sizes[item]; i++) {
      rank += times[item][i] <= time ? 1 : 0;
    }
    return rank;
  }

  /** Returns whether an epoch of a work-item is one of them. */
  boolean has(int item, int time) {
    for (int i = 0; i < sizes[item]; i++) {
      if (times[item][i] == time) {
        return true;
      }
    }
    return false;
  }

  /** Gives how many epochs each work-item has, by labels. */
  void write(Labels labels, Words out) {
    for (int label = 0; label < sizes.length; label++) {
      out.accept(sizes[labels.item(label)]);
    }
  }

  /** Gives a clock: the ranks of the work-items that have epochs, by their labels. */
  void write(Clock clock, int self, Labels labels, Words known) {
    for (int label = 0; label < sizes.length; label++) {
      int item = labels.item(label);
      if (item != self && sizes[item] > 0) {
        known.accept(rank(item, clock.get(item)));
      }
    }
  }
}

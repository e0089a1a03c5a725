package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.graph.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The writes that are still to be offered to the work-items that wait for one, in turn. */
public final class Offers {
  private final Execution x;

  /** The events that are these writes. */
  private int[] writes = {};

  /** The first work-item that the first of them was not offered to yet. */
  private int from;

  private int offered;

  Offers(Execution x) {
    this.x = x;
  }

  /** Returns a copy for another execution. */
  Offers of(Execution other) {
    Offers copy = new Offers(other);
    copy.writes = writes;
    copy.from = from;
    return copy;
  }

  /** Notes that a write is to be offered to those that wait for one. */
  void add(Event event) {
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).waitsFor(event.address())) {
        writes = Arrays.copyOf(writes, writes.length + 1);
        writes[writes.length - 1] = event.number();
        return;
      }
    }
  }

  private boolean isFor(Event event, int index) {
    return index != event.item() && x.item(index).waitsFor(event);
  }

  /**
   * Returns the next work-item that a write is to be offered to, and takes it off the list; the
   * write is then that of {@link #offered}. -1 if there is none.
   */
  public int next() {
    while (writes.length > 0) {
      Event event = x.event(writes[0]);
      while (from < x.items()) {
        int index = from++;
        if (isFor(event, index)) {
          offered = event.write();
          return index;
        }
      }
      writes = Arrays.copyOfRange(writes, 1, writes.length);
      from = 0;
    }
    return -1;
  }

  /** Returns the number of the write that is offered. */
  public int offered() {
    return offered;
  }

  /** Returns whether a write is still to be offered to a work-item that waits. */
  public boolean has(int index) {
    for (int i = 0; i < writes.length; i++) {
      if (isFor(x.event(writes[i]), index) && (i > 0 || from <= index)) {
        return true;
      }
    }
    return false;
  }

  /**
   * A write that is still to be offered.
   *
   * @param items the work-items that it is to be offered to
   */
  public record Offer(Event write, List<Integer> items) {}

  /**
   * Returns the writes that are still to be offered.
   *
   * @param now the work-item that the first of them is just offered to, -1 for none
   */
  public List<Offer> all(int now) {
    List<Offer> list = new ArrayList<>();
    for (int i = 0; i < writes.length; i++) {
      Event event = x.event(writes[i]);
      List<Integer> to = new ArrayList<>();
      for (int k = i == 0 ? from : 0; k < x.items(); k++) {
        if (isFor(event, k)) {
          to.add(k);
        }
      }
      if (i == 0 && now >= 0) {
        to.add(now);
      }
      if (!to.isEmpty()) {
        list.add(new Offer(event, to));
      }
    }
    return list;
  }
}

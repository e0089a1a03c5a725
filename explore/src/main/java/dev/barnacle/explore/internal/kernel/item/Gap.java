package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Event;

/**
 * Two writes of one work-item to an atomic object, between which a store of another stands in
 * modification order, or does not: a read of the second goes by that ({@link ReleaseSequence}).
 *
 * @param first the first write
 * @param last the second write
 * @param broken whether there is one, which is still to be chosen
 */
record Gap(long address, int writer, int first, int last, boolean broken) {
  /** Returns the same without a store of another in it. */
  Gap intact(int end) {
    return new Gap(address, writer, first, end, false);
  }

  /** Returns whether no store of another stands between two writes, as far as this tells. */
  boolean isIntact(long object, int item, int from, int to) {
    return !broken && object == address && item == writer && first <= from && to <= last;
  }

  /** Returns whether it matters where a store stands. */
  boolean concerns(Event store) {
    return store.isStore() && store.address() == address && store.item() != writer;
  }

  /** Puts a store between the two; returns false if it can't be. */
  boolean putInside(Cell cell, int write) {
    return cell.order(first, write) && cell.order(write, last);
  }
}

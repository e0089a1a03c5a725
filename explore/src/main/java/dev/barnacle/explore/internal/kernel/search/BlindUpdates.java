package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Targets;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.MemoryRules;
import dev.barnacle.ir.MemoryOrder;

/**
 * Updates of which only the sum matters: read-modify-writes whose results are not used, such as
 * those of counters and histograms. They may come in any order where nobody looks at the object in
 * between, so one order is enough. What they acquire must not matter either: they are relaxed, or
 * the work-item accesses nothing more.
 */
public final class BlindUpdates {
  private final long mixed;

  /**
   * Makes one.
   *
   * @param mixed the objects that are updated in ways that may not change places
   */
  public BlindUpdates(long mixed) {
    this.mixed = mixed;
  }

  /** Returns the only write that a read needs to read from, -1 if more than one matter. */
  int onlyWrite(Execution x, Item item) {
    if (item.readsPlainly() || !item.isBlind()) {
      return -1;
    }
    long object = Progress.target(x, item.reading);
    boolean relaxed = item.op().says().order() == MemoryOrder.RELAXED;
    if ((mixed & object) != 0
        || (!relaxed && item.mayTouch(false, true) != 0)
        || isSeen(x, item, object)
        || isRacy(x, item, object)) {
      return -1;
    }
    return last(x, item);
  }

  /**
   * Returns whether an access of the object may race with an update: one order of updates, of which
   * one acquires what another has released, may hide that.
   */
  static boolean isRacy(Execution x, Item item, long object) {
    Cell cell = x.memory().cell(item.reading);
    for (int i = 0; i < x.items(); i++) {
      Item other = x.item(i);
      if (reaches(other, item, object)
          && (other.mayWriteAtomically() & object) != 0
          && isRacy(x, i, item, cell)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRacy(Execution x, int updating, Item item, Cell cell) {
    Clock clock = MemoryRules.clock(x.item(updating), cell.region);
    for (Event e : cell.events()) {
      boolean known = e.item() == updating || clock.get(e.item()) >= e.time();
      if (!known && (e.plain() || e.scope() != item.op().says().scope())) {
        return true;
      }
    }
    int object = Address.object(cell.address);
    for (int i = 0; i < cell.size; i++) {
      long offset = Address.offset(cell.address) + i;
      if (x.memory().race(object, offset, true, updating, clock) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the last write of what a work-item reads, -1 if that is not decided. */
  static int last(Execution x, Item item) {
    Cell cell = x.memory().cell(item.reading);
    int last = -1;
    for (int chain = 0; chain < cell.chains(); chain++) {
      if (cell.mayBeLast(chain)) {
        if (last >= 0) {
          return -1;
        }
        last = cell.lastOf(chain);
      }
    }
    return last;
  }

  /** Returns whether an object of one work-item, which is of local memory or not, is another's. */
  private static boolean reaches(Item other, Item item, long object) {
    return object != Targets.LOCAL || other.place.group() == item.place.group();
  }

  /** Returns whether a work-item may look at the object before all updates are certainly there. */
  private static boolean isSeen(Execution x, Item item, long object) {
    for (int i = 0; i < x.items(); i++) {
      Item other = x.item(i);
      boolean phase = other.place.group() == item.place.group();
      if (reaches(other, item, object) && (other.mayTouch(phase, false) & object) != 0) {
        return true;
      }
    }
    return false;
  }
}

package dev.barnacle.explore.internal.kernel.state;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.graph.Regions;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.MemoryRules;
import dev.barnacle.explore.internal.kernel.item.Writes;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import java.util.Arrays;

/** The work-items that have not ended, and which memory they may still access. */
final class Future {
  private final Execution x;
  private final Writes places;
  private final int[] going;
  private final long[] touches;
  private final long[] loads;
  private final long[] plain;
  private final long[] atomics;
  private final long[] stores;
  private final long[] writes;

  /** The clocks of each in global and in local memory, once it has done what it is at. */
  private final Clock[][] clocks;

  Future(Execution x, Writes places) {
    this.x = x;
    this.places = places;
    int[] all = new int[x.items()];
    int count = 0;
    for (int i = 0; i < x.items(); i++) {
      if (!x.item(i).isOver()) {
        all[count++] = i;
      }
    }
    going = Arrays.copyOf(all, count);
    touches = new long[x.items()];
    loads = new long[x.items()];
    plain = new long[x.items()];
    atomics = new long[x.items()];
    stores = new long[x.items()];
    writes = new long[x.items()];
    clocks = new Clock[x.items()][];
    for (int i : going) {
      Item item = x.item(i);
      writes[i] = item.mayWrite();
      touches[i] = item.mayTouch(false, false) | writes[i];
      loads[i] = item.mayLoad();
      plain[i] = item.mayAccessPlainly();
      atomics[i] = item.mayWriteAtomically();
      stores[i] = item.mayStore();
      clocks[i] = new Clock[] {item.global, item.local};
    }
  }

  /** Returns the work-items that have not ended. */
  int[] going() {
    return going;
  }

  private boolean has(long[] sets, int item, MemoryObject object) {
    return (sets[item] & MemoryRules.set(object)) != 0
        && (object.group() < 0 || object.group() == x.item(item).place.group());
  }

  private boolean any(long[] sets, MemoryObject object) {
    for (int i : going) {
      if (has(sets, i, object)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a work-item may access an object. */
  boolean accesses(int item, MemoryObject object) {
    return has(touches, item, object);
  }

  /** Returns whether some work-item may access an object. */
  boolean isAccessed(MemoryObject object) {
    return any(touches, object);
  }

  /** Returns whether a work-item may read from another write of an object than the last. */
  boolean loads(int item, MemoryObject object) {
    return has(loads, item, object);
  }

  /** Returns whether some work-item may access an object otherwise than atomically. */
  boolean isAccessedPlainly(MemoryObject object) {
    return any(plain, object);
  }

  /** Returns whether some work-item may write an object atomically. */
  boolean isWrittenAtomically(MemoryObject object) {
    return any(atomics, object);
  }

  /** Returns whether some work-item may write an object. */
  boolean isWritten(MemoryObject object) {
    return any(writes, object);
  }

  /** Returns whether some work-item other than one may write some bytes of an object. */
  boolean isWrittenByOthers(int item, MemoryObject object, long offset, int bytes) {
    long address = Address.of(object.number(), offset);
    for (int i : going) {
      if (i != item
          && has(writes, i, object)
          && places.mayWrite(x.item(i), MemoryRules.set(object), address, bytes)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a work-item may store to an object. */
  boolean stores(int item, MemoryObject object) {
    return has(stores, item, object);
  }

  /** Returns whether a work-item other than one may store to an object. */
  boolean isStoredByOthers(int item, MemoryObject object) {
    for (int i : going) {
      if (i != item && has(stores, i, object)) {
        return true;
      }
    }
    return false;
  }

  /** Returns what happens before what a work-item does after its present operation. */
  Clock clock(int item, int region) {
    return switch (region) {
      case Regions.GLOBAL -> clocks[item][0];
      case Regions.LOCAL -> clocks[item][1];
      default -> MemoryRules.clock(x.item(item), region);
    };
  }

  /** Notes that, whatever a work-item reads now, this happens before what it does then. */
  void learns(int item, int region, Clock clock) {
    int at = region == Regions.GLOBAL ? 0 : 1;
    clocks[item][at] = clocks[item][at].join(clock);
  }

  /** Returns whether all that may access an object come after an epoch of a work-item. */
  boolean isKnown(int item, int time, MemoryObject object, int region) {
    for (int i : going) {
      if (i != item && accesses(i, object) && clock(i, region).get(item) < time) {
        return false;
      }
    }
    return true;
  }
}

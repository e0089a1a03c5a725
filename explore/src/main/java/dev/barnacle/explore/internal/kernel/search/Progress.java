package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Targets;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Writes;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.AddressSpace;
import java.util.Objects;

/** The work-items that may still come further, and so write what others wait for. */
final class Progress {
  private final Execution x;
  private final CommandQueue queue;
  private final Writes writes;
  private final boolean[] able;

  Progress(Execution x, CommandQueue queue, Writes writes) {
    this.x = x;
    this.writes = writes;
    this.queue = queue;
    this.able = new boolean[x.items()];
    for (int i = 0; i < able.length; i++) {
      Item item = x.item(i);
      able[i] =
          item.status == Item.Status.READY
              || (item.status == Item.Status.READING && item.undecided);
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = 0; i < able.length; i++) {
        if (!able[i] && (isServed(i) || isMet(i) || isBegun(i))) {
          able[i] = true;
          changed = true;
        }
      }
    }
  }

  /** Returns whether its command may begin. */
  private boolean isBegun(int index) {
    Item item = x.item(index);
    return item.isQueued() && queue.mayBegin(x, item, able);
  }

  private boolean isServed(int index) {
    Item item = x.item(index);
    if (!item.isWaiting()) {
      return false;
    }
    if (x.offers().has(index)) {
      return true;
    }
    for (int i = 0; i < able.length; i++) {
      if (able[i] && i != index && mayWrite(x, i, item, writes)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a work-item may write what another one reads. */
  private static boolean mayWrite(Execution x, int index, Item reader, Writes writes) {
    long target = target(x, reader.reading);
    Item item = x.item(index);
    boolean reaches = target != Targets.LOCAL || item.place.group() == reader.place.group();
    return reaches && writes.mayWrite(item, target, reader.reading, reader.readingSize);
  }

  /** Returns whether there is, or may be, another write to come that a work-item may read. */
  static boolean isWritten(Execution x, int reader, Writes writes) {
    if (x.offers().has(reader)) {
      return true;
    }
    for (int i = 0; i < x.items(); i++) {
      if (i != reader && mayWrite(x, i, x.item(reader), writes)) {
        return true;
      }
    }
    return false;
  }

  static long target(Execution x, long address) {
    MemoryObject object = Objects.requireNonNull(x.memory().object(Address.object(address)));
    return object.space() == AddressSpace.LOCAL ? Targets.LOCAL : Targets.object(object.number());
  }

  /** Returns whether all that it waits for at a barrier may come. */
  private boolean isMet(int index) {
    Item item = x.item(index);
    if (item.status != Item.Status.AT_BARRIER) {
      return false;
    }
    for (int i = 0; i < able.length; i++) {
      Item other = x.item(i);
      if (other.place.group() == item.place.group()
          && !able[i]
          && other.status != Item.Status.AT_BARRIER) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether each that waits for a write may get one, or waits in a loop that is the same
   * whether it waits or reads again what is there.
   */
  boolean isHopeful() {
    for (int i = 0; i < able.length; i++) {
      Item item = x.item(i);
      if (!able[i] && item.isWaiting() && !item.awaits()) {
        return false;
      }
    }
    return true;
  }
}

package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.fault.GroupFault;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.BitSet;

/** One asynchronous copy, as work-items call for it. */
final class PendingCopy implements CopyCall {
  /** No element that overlaps another is further from the first one. */
  private static final long MOST_OFFSET = Integer.MAX_VALUE - 128;

  private final Side target;
  private final Side source;
  private final long count;
  private final long elementBytes;
  private final int place;

  /** True if it writes local memory; false if it reads it. */
  private final boolean toLocal;

  /** The event that is waited for; other copies may have the same. */
  long event;

  /** The fences of copies before it. */
  CopyFences fences = CopyFences.NONE;

  /** Behind which fences a copy is complete, whose accesses cannot happen any more. */
  private CopyFences settled = CopyFences.NONE;

  /**
   * The places of elements.
   *
   * @param pointer the first one
   * @param stride bytes from one to the next
   */
  record Side(long pointer, long stride) {
    long at(long element) {
      return Pointers.add(pointer, element * stride);
    }
  }

  PendingCopy(Side target, Side source, boolean toLocal, long count, long elementBytes, int place) {
    this.target = target;
    this.source = source;
    this.toLocal = toLocal;
    this.count = count;
    this.elementBytes = elementBytes;
    this.place = place;
  }

  @Override
  public int place() {
    return place;
  }

  @Override
  public boolean isAs(CopyCall call) {
    return call instanceof PendingCopy other
        && place == other.place
        && count == other.count
        && target.equals(other.target)
        && source.equals(other.source);
  }

  /** Another copy has been waited for: what fences order before it has happened. */
  void settleBefore(PendingCopy done) {
    settled =
        new CopyFences(
            Math.max(settled.local(), done.fences.local()),
            Math.max(settled.global(), done.fences.global()));
  }

  /** Copies, as the work-item with a number behind the group's others. */
  void make(WorkItem item, int number) {
    item.accessor.item(number);
    for (long i = 0; i < count; i++) {
      Transfers.copy(item, target.at(i), source.at(i), elementBytes, place);
    }
    item.accessor.item(item.item);
  }

  /** Tells the detector of the accesses once more: they may as well be made now. */
  void makeAgain(WorkItem item, int number) {
    item.accessor.item(number);
    boolean reads = !fences.isBefore(settled, !toLocal);
    boolean writes = !fences.isBefore(settled, toLocal);
    for (long i = 0; i < count; i++) {
      if (reads) {
        access(item, source.at(i), false);
      }
      if (writes) {
        access(item, target.at(i), true);
      }
    }
    item.settle();
    item.accessor.item(item.item);
  }

  private void access(WorkItem item, long given, boolean writes) {
    long pointer = Memory.resolve(item, given);
    WatchedObject object = Memory.object(item, pointer);
    RaceShadow races = object == null ? null : object.races;
    if (object == null || races == null) {
      return;
    }
    long at = Pointers.offset(pointer);
    if (at < 0 || at > object.byteSize - elementBytes) {
      return;
    }
    if (writes) {
      races.write(item.accessor, at + object.raceOffset, (int) elementBytes, place);
    } else {
      races.read(item.accessor, at + object.raceOffset, (int) elementBytes, place);
    }
  }

  /**
   * Reports bytes that this copy and another one that is under way access, one of them to write,
   * and no fence between the two orders.
   */
  void checkOverlap(WorkItem item, PendingCopy other, int number) {
    boolean writes = meets(item, true, other, true);
    if (writes || meets(item, true, other, false)) {
      report(item, "write", writes ? "write" : "read", other, number);
    } else if (meets(item, false, other, true)) {
      report(item, "read", "write", other, number);
    }
  }

  /**
   * Returns whether accesses of this copy and an earlier one overlap, and may come in any order.
   */
  private boolean meets(WorkItem item, boolean writes, PendingCopy other, boolean otherWrites) {
    boolean inLocal = writes == toLocal;
    return inLocal == (otherWrites == other.toLocal)
        && !other.fences.isBefore(fences, inLocal)
        && overlaps(
            item, writes ? target : source, other, otherWrites ? other.target : other.source);
  }

  private boolean overlaps(WorkItem item, Side side, PendingCopy other, Side others) {
    long start = address(item, side);
    long otherStart = address(item, others);
    if (start == 0 || otherStart == 0 || count <= 0 || other.count <= 0) {
      return false;
    }
    long end = start + (count - 1) * side.stride + elementBytes;
    long otherEnd = otherStart + (other.count - 1) * others.stride + other.elementBytes;
    if (start >= otherEnd || otherStart >= end) {
      return false;
    }
    if (side.stride == elementBytes && others.stride == other.elementBytes) {
      return true;
    }
    BitSet bytes = new BitSet();
    for (long i = 0, at = 0; i < other.count && at >= 0 && at <= MOST_OFFSET; i++) {
      bytes.set((int) at, (int) (at + other.elementBytes));
      at += others.stride;
    }
    for (long i = 0; i < count; i++) {
      long at = start + i * side.stride - otherStart;
      int next = bytes.nextSetBit(Math.clamp(at, 0, Integer.MAX_VALUE));
      if (next >= 0 && next < at + elementBytes) {
        return true;
      }
    }
    return false;
  }

  /** Returns the address of the first element; 0 where there is no such memory. */
  private static long address(WorkItem item, Side side) {
    long pointer = Memory.resolve(item, side.pointer);
    WatchedObject object = Memory.object(item, pointer);
    return object == null ? 0 : object.address + Pointers.offset(pointer);
  }

  private void report(WorkItem item, String mine, String others, PendingCopy other, int number) {
    long group = item.group().shape().number();
    item.faults()
        .add(
            new GroupFault.CopyRace(
                new Fault.Access(other.place, others, group, number),
                new Fault.Access(place, mine, group, number)));
  }
}

package dev.barnacle.watch.internal.race.interval;

import dev.barnacle.watch.internal.race.access.AccessCollector;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.race.shadow.StampKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The interval detector's memory of a block of local memory. It works as {@link IntervalShadow}
 * does, but only the thread that runs the work-group comes here, and {@link #clear} forgets the
 * group before: all stamps are of one group, and those below its floor are ordered before all that
 * runs.
 *
 * <p>Cells have four bytes until an access does not fit that; from then on they have one.
 */
final class LocalShadow extends RaceShadow {
  private final long itemMask;
  private final long placeMask;
  private int shift = 2;
  private long[] writes;
  private long[] reads1;
  private long[] reads2;
  private long @Nullable [] atomicWrites1;
  private long @Nullable [] atomicWrites2;
  private long @Nullable [] atomicReads1;
  private long @Nullable [] atomicReads2;

  /** Set while reads may be promised to be known. */
  private boolean promises;

  LocalShadow(EpochLayout layout, long byteSize) {
    super(Region.LOCAL);
    this.itemMask = layout.itemMask;
    this.placeMask = layout.placeMask;
    int cells = Math.toIntExact((byteSize + 3) >>> 2);
    this.writes = new long[cells];
    this.reads1 = new long[cells];
    this.reads2 = new long[cells];
  }

  @Override
  public void clear() {
    for (StampKind plane : StampKind.ALL) {
      long[] stamps = get(plane);
      if (stamps != null) {
        Arrays.fill(stamps, 0);
      }
    }
  }

  private long @Nullable [] get(StampKind plane) {
    return switch (plane) {
      case WRITE -> writes;
      case READ_1 -> reads1;
      case READ_2 -> reads2;
      case ATOMIC_WRITE_1 -> atomicWrites1;
      case ATOMIC_WRITE_2 -> atomicWrites2;
      case ATOMIC_READ_1 -> atomicReads1;
      case ATOMIC_READ_2 -> atomicReads2;
    };
  }

  private boolean fits(long offset, int bytes) {
    return bytes == 1 << shift && (offset & (bytes - 1)) == 0;
  }

  @Override
  public void read(Accessor who, long offset, int bytes, int place) {
    IntervalAccessor me = (IntervalAccessor) who;
    if (!fits(offset, bytes)) {
      span(me, offset, bytes, place, AccessKind.READ);
      return;
    }
    int i = (int) (offset >>> shift);
    long write = writes[i];
    long floor = me.localFloor();
    if (atomicWrites1 != null || (write >= floor && ((write ^ me.stamp) & itemMask) != 0)) {
      readCell(me, i, place);
      if (me.raced()) {
        me.flush(access(place, AccessKind.READ));
      }
      return;
    }
    // As represent does: in compiled code of HotSpot's first compiler a call costs as much.
    long known = reads1[i];
    if (known < floor) {
      reads1[i] = me.stamp | place;
    } else if (((known ^ me.stamp) & itemMask) != 0 && reads2[i] < floor) {
      reads2[i] = me.stamp | place;
    }
  }

  @Override
  public long endOfKnown(Accessor who, long from, long to) {
    if (atomicWrites1 != null) {
      return from;
    }
    long floor = ((IntervalAccessor) who).localFloor();
    int first = (int) (from >>> shift);
    int end = (int) ((to - 1) >>> shift) + 1;
    int i = first;
    while (i < end && reads1[i] >= floor && reads2[i] >= floor && writes[i] < floor) {
      i++;
    }
    promises |= i > first;
    return i == first ? from : Math.min(to, (long) i << shift);
  }

  /** Ends promises, before an access that may change what reads do. */
  private void endPromises(IntervalAccessor me) {
    if (promises) {
      promises = false;
      me.endPromises(this);
    }
  }

  @Override
  public void write(Accessor who, long offset, int bytes, int place) {
    IntervalAccessor me = (IntervalAccessor) who;
    endPromises(me);
    if (!fits(offset, bytes)) {
      span(me, offset, bytes, place, AccessKind.WRITE);
      return;
    }
    int i = (int) (offset >>> shift);
    writeCell(me, i, place);
    if (me.raced()) {
      me.flush(access(place, AccessKind.WRITE));
    }
  }

  @Override
  public void atomic(Accessor who, long offset, int bytes, int place, AtomicAccess how) {
    IntervalAccessor me = (IntervalAccessor) who;
    endPromises(me);
    span(me, offset, bytes, place, how.kind());
  }

  /** Any access, of any number of cells. */
  private void span(IntervalAccessor me, long offset, int bytes, int place, AccessKind kind) {
    if (shift > 0 && ((offset | bytes) & 3) != 0) {
      split();
    }
    int end = (int) ((offset + bytes) >>> shift);
    for (int i = (int) (offset >>> shift); i < end; i++) {
      switch (kind) {
        case READ -> readCell(me, i, place);
        case WRITE -> writeCell(me, i, place);
        case ATOMIC_READ -> atomicReadCell(me, i, place);
        case ATOMIC_WRITE, ATOMIC_UPDATE -> atomicWriteCell(me, i, place, kind);
      }
    }
    if (me.raced()) {
      me.flush(access(place, kind));
    }
  }

  /** Makes cells of one byte. */
  private void split() {
    writes = spread(writes);
    reads1 = spread(reads1);
    reads2 = spread(reads2);
    if (atomicWrites1 != null && atomicWrites2 != null) {
      atomicWrites1 = spread(atomicWrites1);
      atomicWrites2 = spread(atomicWrites2);
    }
    if (atomicReads1 != null && atomicReads2 != null) {
      atomicReads1 = spread(atomicReads1);
      atomicReads2 = spread(atomicReads2);
    }
    shift = 0;
  }

  private static long[] spread(long[] stamps) {
    long[] bytes = new long[4 * stamps.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = stamps[i >>> 2];
    }
    return bytes;
  }

  private void readCell(IntervalAccessor me, int i, int place) {
    long floor = me.localFloor();
    long mine = me.stamp;
    long write = writes[i];
    if (write >= floor && ((write ^ mine) & itemMask) != 0) {
      race(me, StampKind.WRITE, write, i, place, AccessKind.READ);
    }
    if (atomicWrites1 != null && atomicWrites2 != null) {
      check(me, atomicWrites1, StampKind.ATOMIC_WRITE_1, i, place, AccessKind.READ);
      check(me, atomicWrites2, StampKind.ATOMIC_WRITE_2, i, place, AccessKind.READ);
    }
    represent(me, reads1, reads2, i, place);
  }

  /** Makes sure that the access, or two of different work-items that stand for it, are known. */
  private void represent(IntervalAccessor me, long[] first, long[] second, int i, int place) {
    long floor = me.localFloor();
    long known = first[i];
    if (known < floor) {
      first[i] = me.stamp | place;
    } else if (((known ^ me.stamp) & itemMask) != 0 && second[i] < floor) {
      second[i] = me.stamp | place;
    }
  }

  private void writeCell(IntervalAccessor me, int i, int place) {
    long write = writes[i];
    if ((write & ~placeMask) == me.stamp) {
      return; // whoever has come since then has seen it
    }
    if (write >= me.localFloor() && ((write ^ me.stamp) & itemMask) != 0) {
      race(me, StampKind.WRITE, write, i, place, AccessKind.WRITE);
    }
    writes[i] = me.stamp | place;
    check(me, reads1, StampKind.READ_1, i, place, AccessKind.WRITE);
    check(me, reads2, StampKind.READ_2, i, place, AccessKind.WRITE);
    if (atomicWrites1 != null && atomicWrites2 != null) {
      check(me, atomicWrites1, StampKind.ATOMIC_WRITE_1, i, place, AccessKind.WRITE);
      check(me, atomicWrites2, StampKind.ATOMIC_WRITE_2, i, place, AccessKind.WRITE);
    }
    if (atomicReads1 != null && atomicReads2 != null) {
      check(me, atomicReads1, StampKind.ATOMIC_READ_1, i, place, AccessKind.WRITE);
      check(me, atomicReads2, StampKind.ATOMIC_READ_2, i, place, AccessKind.WRITE);
    }
  }

  private void atomicReadCell(IntervalAccessor me, int i, int place) {
    if (atomicReads1 == null || atomicReads2 == null) {
      atomicReads1 = new long[writes.length];
      atomicReads2 = new long[writes.length];
    }
    check(me, writes, StampKind.WRITE, i, place, AccessKind.ATOMIC_READ);
    represent(me, atomicReads1, atomicReads2, i, place);
  }

  private void atomicWriteCell(IntervalAccessor me, int i, int place, AccessKind kind) {
    if (atomicWrites1 == null || atomicWrites2 == null) {
      atomicWrites1 = new long[writes.length];
      atomicWrites2 = new long[writes.length];
    }
    check(me, writes, StampKind.WRITE, i, place, kind);
    check(me, reads1, StampKind.READ_1, i, place, kind);
    check(me, reads2, StampKind.READ_2, i, place, kind);
    represent(me, atomicWrites1, atomicWrites2, i, place);
  }

  private void check(
      IntervalAccessor me, long[] stamps, StampKind plane, int i, int place, AccessKind kind) {
    long before = stamps[i];
    if (before >= me.localFloor() && ((before ^ me.stamp) & itemMask) != 0) {
      race(me, plane, before, i, place, kind);
    }
  }

  private void race(
      IntervalAccessor me, StampKind plane, long before, int i, int place, AccessKind kind) {
    me.race(plane, before, (long) i << shift, 1 << shift, access(place, kind));
  }

  private RaceRuns.Access access(int place, AccessKind kind) {
    return new RaceRuns.Access(this, place, kind);
  }

  @Override
  public void collect(AccessCollector to) {
    throw new UnsupportedOperationException("local memory is a work-group's own");
  }
}

package dev.barnacle.watch.internal.race.interval;

import static dev.barnacle.watch.internal.race.shadow.Cells.LONGS;
import static dev.barnacle.watch.internal.race.shadow.Cells.PAGES;

import dev.barnacle.watch.internal.race.access.AccessCollector;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.Page;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.race.shadow.StampKind;
import org.jspecify.annotations.Nullable;

/**
 * The interval detector's memory of one block of global memory, which may be an image's.
 *
 * <p><b>Order.</b> What a work-item did is ordered before what it does later. In one work-group, an
 * access is ordered before those after the next barrier whose flags have its memory: its stamp is
 * below the group's floor. Nothing else is ordered.
 *
 * <p><b>One write is enough.</b> When a write B replaces a write A, either A and B race, which is
 * told, or A is ordered before B; then whatever is not ordered after A is not ordered after B
 * either and conflicts with B.
 *
 * <p><b>Two readers are enough</b> (a reader matters only to later writes; the same holds for
 * atomic reads and atomic writes, which matter only to later non-atomic accesses). A reader that is
 * ordered before the new one, or is of the same work-item, is replaced by it, for the reason above.
 * Of two readers in different groups, any writer is in another group than one, and never ordered
 * after it: such a cell is saturated and needs no more readers. Two readers of different work-items
 * in the new one's own group, neither ordered before it, were all made since the group's last
 * barrier; a writer that is not ordered after the new one is either of another group or before the
 * next barrier, and is not ordered after these two and another work-item than one of them.
 * Otherwise two readers are of one other group, and the new one takes the place of the second and
 * saturates the cell.
 *
 * <p><b>Threads.</b> A group is run by one thread, and only that thread replaces stamps of its
 * group by others of its group; all else that a slot changes to covers at least as many writers.
 * Every access first makes sure that its stamp, or stamps that stand for it, are in memory, and
 * looks for those of conflicting accesses then; so of two conflicting accesses that run at once, at
 * least one sees the other. See {@link Page} for pages that change their cells' size meanwhile.
 *
 * <p>A stamp is an epoch as in FastTrack (Flanagan and Freund, "FastTrack: Efficient and Precise
 * Dynamic Race Detection", PLDI 2009), with the interval between barriers as its clock; a few slots
 * for each cell of memory are ThreadSanitizer's way (Serebryany and Iskhodzhanov, "ThreadSanitizer:
 * Data Race Detection in Practice", WBIA 2009), but none is ever evicted.
 */
final class IntervalShadow extends RaceShadow {
  /** Cells have up to 16 bytes. */
  private static final int LARGEST_SHIFT = 4;

  private final int groupShift;
  private final long placeMask;
  private final long itemMask;
  private final long byteSize;
  private final boolean images;
  private final @Nullable Page[] pages;

  IntervalShadow(EpochLayout layout, Region region, long byteSize) {
    super(region);
    this.images = region == Region.IMAGE;
    this.groupShift = layout.groupShift;
    this.placeMask = layout.placeMask;
    this.itemMask = layout.itemMask;
    this.byteSize = byteSize;
    this.pages = new @Nullable Page[Math.toIntExact((byteSize + Page.BYTES - 1) >>> Page.BITS)];
  }

  @Override
  public void read(Accessor who, long offset, int bytes, int place) {
    IntervalAccessor me = (IntervalAccessor) who;
    Page page = pageAt(offset);
    if (page != null && fits(page, offset, bytes)) {
      readCell(me, page, index(page, offset), offset, place);
      if (me.raced()) {
        me.flush(access(place, AccessKind.READ));
      }
      if (!page.retired) {
        return;
      }
    }
    span(me, offset, bytes, place, AccessKind.READ);
  }

  @Override
  public void write(Accessor who, long offset, int bytes, int place) {
    IntervalAccessor me = (IntervalAccessor) who;
    Page page = pageAt(offset);
    if (page != null && fits(page, offset, bytes)) {
      writeCell(me, page, index(page, offset), offset, place);
      if (me.raced()) {
        me.flush(access(place, AccessKind.WRITE));
      }
      if (!page.retired) {
        return;
      }
    }
    span(me, offset, bytes, place, AccessKind.WRITE);
  }

  @Override
  public void atomic(Accessor who, long offset, int bytes, int place, AtomicAccess how) {
    IntervalAccessor me = (IntervalAccessor) who;
    AccessKind kind = how.kind();
    Page page = pageAt(offset);
    if (page != null && fits(page, offset, bytes)) {
      cell(me, page, index(page, offset), offset, place, kind);
      if (me.raced()) {
        me.flush(access(place, kind));
      }
      if (!page.retired) {
        return;
      }
    }
    span(me, offset, bytes, place, kind);
  }

  /** Any access, of any number of cells. */
  private void span(IntervalAccessor me, long offset, int bytes, int place, AccessKind kind) {
    long end = offset + bytes;
    if (offset < 0 || bytes < 0 || end > byteSize) {
      throw new IndexOutOfBoundsException(offset + " + " + bytes + " of " + byteSize);
    }
    for (long at = offset; at < end; ) {
      long stop = Math.min(end, ((at >>> Page.BITS) + 1) << Page.BITS);
      Page page = makePage(at, stop);
      for (long cell = at; cell < stop; cell += 1L << page.shift) {
        cell(me, page, index(page, cell), cell, place, kind);
      }
      if (!page.retired) {
        at = stop;
      }
    }
    if (me.raced()) {
      me.flush(access(place, kind));
    }
  }

  private void cell(IntervalAccessor me, Page page, int i, long at, int place, AccessKind kind) {
    switch (kind) {
      case READ -> readCell(me, page, i, at, place);
      case WRITE -> writeCell(me, page, i, at, place);
      case ATOMIC_READ -> atomicReadCell(me, page, i, at, place);
      case ATOMIC_WRITE, ATOMIC_UPDATE -> atomicWriteCell(me, page, i, at, place, kind);
    }
  }

  /** A read of one cell. */
  private void readCell(IntervalAccessor me, Page page, int i, long at, int place) {
    long[] reads = page.reads1;
    if (reads == null) {
      reads = page.make(StampKind.READ_1);
    }
    long a = get(reads, i);
    if (isMine(me, a)) {
      return; // writers since then have seen it
    }
    long[] second = page.reads2;
    if (second == null || !stand(me, a, get(second, i))) {
      represent(me, page, reads, StampKind.READ_2, i, me.stamp | place);
    }
    check(me, page.writes, StampKind.WRITE, i, page, at, place, AccessKind.READ);
    if (page.atomics) {
      checkAtomicWrites(me, page, i, at, place, AccessKind.READ);
    }
  }

  /** A write of one cell. */
  private void writeCell(IntervalAccessor me, Page page, int i, long at, int place) {
    long[] writes = page.writes;
    if (writes == null) {
      writes = page.make(StampKind.WRITE);
    }
    if (isMine(me, get(writes, i))) {
      return; // whoever has come since then has seen it
    }
    long before = replace(writes, i, me.stamp | place);
    if (!ordered(me, before)) {
      race(me, StampKind.WRITE, before, page, at, place, AccessKind.WRITE);
    }
    checkReads(me, page, i, at, place, AccessKind.WRITE);
    if (page.atomics) {
      checkAtomicWrites(me, page, i, at, place, AccessKind.WRITE);
      check(me, page.atomicReads1, StampKind.ATOMIC_READ_1, i, page, at, place, AccessKind.WRITE);
      check(me, page.atomicReads2, StampKind.ATOMIC_READ_2, i, page, at, place, AccessKind.WRITE);
    }
  }

  private void atomicReadCell(IntervalAccessor me, Page page, int i, long at, int place) {
    long[] reads = page.atomicReads1;
    if (reads == null) {
      page.atomics = true;
      reads = page.make(StampKind.ATOMIC_READ_1);
    }
    long a = get(reads, i);
    if (isMine(me, a)) {
      return;
    }
    long[] second = page.atomicReads2;
    if (second == null || !stand(me, a, get(second, i))) {
      represent(me, page, reads, StampKind.ATOMIC_READ_2, i, me.stamp | place);
    }
    check(me, page.writes, StampKind.WRITE, i, page, at, place, AccessKind.ATOMIC_READ);
  }

  private void atomicWriteCell(
      IntervalAccessor me, Page page, int i, long at, int place, AccessKind kind) {
    long[] writes = page.atomicWrites1;
    if (writes == null) {
      page.atomics = true;
      writes = page.make(StampKind.ATOMIC_WRITE_1);
    }
    long a = get(writes, i);
    if (isMine(me, a)) {
      return;
    }
    long[] second = page.atomicWrites2;
    if (second == null || !stand(me, a, get(second, i))) {
      represent(me, page, writes, StampKind.ATOMIC_WRITE_2, i, me.stamp | place);
    }
    check(me, page.writes, StampKind.WRITE, i, page, at, place, kind);
    checkReads(me, page, i, at, place, kind);
  }

  private void checkReads(
      IntervalAccessor me, Page page, int i, long at, int place, AccessKind kind) {
    check(me, page.reads1, StampKind.READ_1, i, page, at, place, kind);
    check(me, page.reads2, StampKind.READ_2, i, page, at, place, kind);
  }

  private void checkAtomicWrites(
      IntervalAccessor me, Page page, int i, long at, int place, AccessKind kind) {
    check(me, page.atomicWrites1, StampKind.ATOMIC_WRITE_1, i, page, at, place, kind);
    check(me, page.atomicWrites2, StampKind.ATOMIC_WRITE_2, i, page, at, place, kind);
  }

  private void check(
      IntervalAccessor me,
      long @Nullable [] stamps,
      StampKind plane,
      int i,
      Page page,
      long at,
      int place,
      AccessKind kind) {
    if (stamps != null) {
      long before = get(stamps, i);
      if (!ordered(me, before)) {
        race(me, plane, before, page, at, place, kind);
      }
    }
  }

  private void race(
      IntervalAccessor me,
      StampKind plane,
      long before,
      Page page,
      long at,
      int place,
      AccessKind kind) {
    me.race(plane, before, at, 1 << page.shift, access(place, kind));
  }

  /** Returns whether two stamps stand for the current work-item as well. */
  private boolean stand(IntervalAccessor me, long a, long b) {
    if (a == 0 || b == 0) {
      return false;
    }
    long differ = a ^ b;
    if (differ >>> groupShift != 0) {
      return true; // saturated
    }
    long floor = me.floor(images);
    return a >= floor && b >= floor && (a ^ floor) >>> groupShift == 0 && (differ & itemMask) != 0;
  }

  /** Makes sure that a stamp, or others that stand for it, are among the two of its kind. */
  private void represent(
      IntervalAccessor me, Page page, long[] first, StampKind plane2, int i, long mine) {
    while (true) {
      long a = get(first, i);
      if (a == 0) {
        if (change(first, i, a, mine)) {
          return;
        }
        continue;
      }
      long[] second = page.get(plane2);
      long b = second == null ? 0 : get(second, i);
      if (stand(me, a, b)) {
        return;
      }
      boolean done =
          ordered(me, a)
              ? change(first, i, a, mine)
              : change(second == null ? page.make(plane2) : second, i, b, mine);
      if (done) {
        return;
      }
    }
  }

  private boolean isMine(IntervalAccessor me, long stamp) {
    return (stamp & ~placeMask) == me.stamp;
  }

  /**
   * Returns whether the access of a stamp is ordered before what the current work-item does now.
   */
  private boolean ordered(IntervalAccessor me, long before) {
    if (before == 0) {
      return true;
    }
    long differ = before ^ me.stamp;
    if (differ >>> groupShift != 0) {
      return false;
    }
    return before < me.floor(images) || (differ & itemMask) == 0;
  }

  private long get(long[] stamps, int i) {
    return (long) LONGS.getVolatile(stamps, i);
  }

  private long replace(long[] stamps, int i, long stamp) {
    return (long) LONGS.getAndSet(stamps, i, stamp);
  }

  private boolean change(long[] stamps, int i, long before, long after) {
    return LONGS.compareAndSet(stamps, i, before, after);
  }

  private RaceRuns.Access access(int place, AccessKind kind) {
    return new RaceRuns.Access(this, place, kind);
  }

  private @Nullable Page pageAt(long offset) {
    return (Page) PAGES.getAcquire(pages, (int) (offset >>> Page.BITS));
  }

  private static boolean fits(Page page, long offset, int bytes) {
    return bytes == 1 << page.shift && (offset & bytes - 1) == 0;
  }

  private static int index(Page page, long offset) {
    return ((int) offset & Page.BYTES - 1) >>> page.shift;
  }

  /** Returns the page at an offset, with cells that an access of the bytes up to stop fits. */
  private Page makePage(long offset, long stop) {
    int shift = Math.min(LARGEST_SHIFT, Long.numberOfTrailingZeros(offset | stop));
    Page page = pageAt(offset);
    if (page != null && page.shift <= shift && !page.retired) {
      return page;
    }
    synchronized (this) {
      page = pageAt(offset);
      if (page == null) {
        page = new Page(shift);
      } else if (page.shift > shift) {
        page = page.split(shift);
      }
      PAGES.setVolatile(pages, (int) (offset >>> Page.BITS), page);
      return page;
    }
  }

  @Override
  public void collect(AccessCollector to) {
    for (int number = 0; number < pages.length; number++) {
      Page page = pages[number];
      if (page != null) {
        page.collect((long) number << Page.BITS, placeMask, groupShift, to);
      }
    }
  }
}

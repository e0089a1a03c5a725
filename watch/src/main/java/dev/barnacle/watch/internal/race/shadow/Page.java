package dev.barnacle.watch.internal.race.shadow;

import dev.barnacle.watch.internal.race.access.AccessCollector;
import org.jspecify.annotations.Nullable;

/**
 * The stamps of some neighbouring bytes, in cells of one size. Planes are made when first needed.
 * When an access does not fit the cells, a page of smaller cells takes this one's place: this page
 * is retired first and copied then, so that whoever has written a stamp and still finds the page
 * not retired knows that the copy has the stamp; the others repeat their access on the new page.
 */
public final class Page {
  /** Bytes of a page, as a power of two. */
  public static final int BITS = 12;

  /** Bytes of a page. */
  public static final int BYTES = 1 << BITS;

  /** Bytes of a cell, as a power of two. */
  public final int shift;

  /** Set for good before this page is copied. */
  public volatile boolean retired;

  /** Set before the first stamp of an atomic access is written. */
  public volatile boolean atomics;

  public volatile long @Nullable [] writes;
  public volatile long @Nullable [] reads1;
  public volatile long @Nullable [] reads2;
  public volatile long @Nullable [] atomicWrites1;
  public volatile long @Nullable [] atomicWrites2;
  public volatile long @Nullable [] atomicReads1;
  public volatile long @Nullable [] atomicReads2;

  public Page(int shift) {
    this.shift = shift;
  }

  /** Returns the stamps of a plane, or null while there are none. */
  public long @Nullable [] get(StampKind plane) {
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

  /** Returns the stamps of a plane, which is made if need be. */
  public synchronized long[] make(StampKind plane) {
    long[] made = get(plane);
    if (made == null) {
      made = new long[BYTES >>> shift];
      set(plane, made);
    }
    return made;
  }

  private void set(StampKind plane, long[] stamps) {
    switch (plane) {
      case WRITE -> writes = stamps;
      case READ_1 -> reads1 = stamps;
      case READ_2 -> reads2 = stamps;
      case ATOMIC_WRITE_1 -> atomicWrites1 = stamps;
      case ATOMIC_WRITE_2 -> atomicWrites2 = stamps;
      case ATOMIC_READ_1 -> atomicReads1 = stamps;
      case ATOMIC_READ_2 -> atomicReads2 = stamps;
    }
  }

  /**
   * Retires this page and returns one with the same stamps in cells of {@code 1 << newShift} bytes.
   */
  public Page split(int newShift) {
    retired = true;
    Page page = new Page(newShift);
    for (StampKind plane : StampKind.ALL) {
      long[] stamps = get(plane);
      if (stamps != null) {
        long[] copies = page.make(plane);
        for (int i = 0; i < copies.length; i++) {
          copies[i] = (long) Cells.LONGS.getVolatile(stamps, i >>> (shift - newShift));
        }
      }
    }
    page.atomics = atomics;
    return page;
  }

  /** Tells of all cells that have stamps. */
  public void collect(long start, long placeMask, int groupShift, AccessCollector to) {
    for (StampKind plane : StampKind.FIRST) {
      long[] stamps = get(plane);
      for (int i = 0; stamps != null && i < stamps.length; i++) {
        if (stamps[i] != 0) {
          int place = (int) (stamps[i] & placeMask);
          to.access(
              start + ((long) i << shift),
              1 << shift,
              plane.kind(),
              place,
              (stamps[i] >>> groupShift) - 1);
        }
      }
    }
  }
}

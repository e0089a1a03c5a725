package dev.barnacle.watch.internal.race.shadow;

import static dev.barnacle.watch.internal.race.shadow.Cells.LONGS;

import dev.barnacle.watch.internal.race.access.AccessCollector;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.AccessMode;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.race.access.Region;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The record of a block that a kernel only reads, where other commands may write it meanwhile: a
 * bit for each byte, and for each eight bytes an instruction that read one of them.
 */
public final class ReadLog extends RaceShadow {
  private static final VarHandle PAGES = MethodHandles.arrayElementVarHandle(Bits[].class);
  private static final int WORDS = Page.BYTES / Long.SIZE;

  private final @Nullable Bits[] pages;
  private final long byteSize;

  /** A page: which bytes were read, and where in the program. */
  private static final class Bits {
    private final long[] read = new long[WORDS];
    private final long[] atomic = new long[WORDS];
    private final int[] places = new int[Page.BYTES / 8];
  }

  /** Makes the memory of a block that nothing has touched. */
  public ReadLog(long byteSize) {
    super(Region.GLOBAL);
    this.byteSize = byteSize;
    this.pages = new @Nullable Bits[Math.toIntExact((byteSize + Page.BYTES - 1) >>> Page.BITS)];
  }

  @Override
  public void read(Accessor who, long offset, int bytes, int place) {
    read(offset, bytes, place, false);
  }

  private void read(long offset, int bytes, int place, boolean atomic) {
    if (offset < 0 || bytes < 0 || offset + bytes > byteSize) {
      throw new IndexOutOfBoundsException(offset + " + " + bytes + " of " + byteSize);
    }
    long at = offset;
    long end = offset + bytes;
    while (at < end) {
      long stop = Math.min(end, (at | Long.SIZE - 1) + 1);
      Bits page = page(at);
      mark(page, atomic ? page.atomic : page.read, at, (int) (stop - at), place);
      at = stop;
    }
  }

  /** Marks bytes that are in one word. */
  private static void mark(Bits page, long[] read, long at, int bytes, int place) {
    int word = ((int) at & Page.BYTES - 1) >>> 6;
    long mask = (bytes == Long.SIZE ? -1L : (1L << bytes) - 1) << at;
    if ((read[word] & mask) != mask) {
      int first = ((int) at & Page.BYTES - 1) >>> 3;
      for (int i = first; i <= first + ((((int) at & 7) + bytes - 1) >>> 3); i++) {
        page.places[i] = place; // any of those that come at once
      }
      long unused = (long) LONGS.getAndBitwiseOr(read, word, mask);
    }
  }

  private Bits page(long offset) {
    int number = (int) (offset >>> Page.BITS);
    Bits page = (Bits) PAGES.getAcquire(pages, number);
    if (page == null) {
      Bits made = new Bits();
      Bits before = (Bits) PAGES.compareAndExchange(pages, number, null, made);
      page = before == null ? made : before;
    }
    return page;
  }

  @Override
  public void write(Accessor who, long offset, int bytes, int place) {
    throw new IllegalStateException("a write of what is only read");
  }

  @Override
  public void atomic(Accessor who, long offset, int bytes, int place, AtomicAccess how) {
    if (how.kind().writes()) {
      throw new IllegalStateException("a write of what is only read");
    }
    boolean wide = AccessMode.atomic(how.kind(), how.scope(), bytes).outside().atomic();
    read(offset, bytes, place, wide);
  }

  @Override
  public void collect(AccessCollector to) {
    for (int number = 0; number < pages.length; number++) {
      Bits page = pages[number];
      if (page != null) {
        long start = (long) number << Page.BITS;
        collect(page, page.read, AccessKind.READ, start, to);
        collect(page, page.atomic, AccessKind.ATOMIC_READ, start, to);
      }
    }
  }

  private static void collect(
      Bits page, long[] read, AccessKind kind, long start, AccessCollector to) {
    for (int i = 0; i < WORDS; i++) {
      for (long left = read[i]; left != 0; ) {
        int first = Long.numberOfTrailingZeros(left);
        int run = Math.min(8 - (first & 7), Long.numberOfTrailingZeros(~(left >>> first)));
        int at = (i << 6) + first;
        to.access(start + at, run, kind, page.places[at >>> 3], -1);
        left &= ~(((1L << run) - 1) << first);
      }
    }
  }
}

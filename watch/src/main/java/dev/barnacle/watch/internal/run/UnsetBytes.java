package dev.barnacle.watch.internal.run;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes of a launch's global memory hold copies of what nobody had written: of fields of a
 * struct, say, that was copied as a whole. The padding of structs is among them, and is never read.
 * Bytes go by their addresses, as sub-buffers share them.
 */
final class UnsetBytes {
  private static final int PAGE_BITS = 12;
  private static final int PAGE = 1 << PAGE_BITS;

  private final ConcurrentHashMap<Long, Page> pages = new ConcurrentHashMap<>();

  /** All are between these two; most launches have none. */
  private long low = Long.MAX_VALUE;

  private long high = Long.MIN_VALUE;

  private static final class Page {
    private final AtomicLongArray bits = new AtomicLongArray(PAGE / Long.SIZE);
    private volatile int origin = -1;

    boolean has(long address) {
      int at = (int) address & (PAGE - 1);
      return (bits.get(at >> 6) >>> at & 1) != 0;
    }

    void set(long address, boolean value) {
      int at = (int) address & (PAGE - 1);
      long bit = 1L << at;
      bits.getAndUpdate(at >> 6, word -> value ? word | bit : word & ~bit);
    }
  }

  private @Nullable Page page(long address) {
    return pages.get(address >> PAGE_BITS);
  }

  /** A byte holds what nobody has written, since the copy at {@code place}. */
  void set(long address, int place) {
    synchronized (this) {
      low = Math.min(low, address);
      high = Math.max(high, address + 1);
    }
    Page page = pages.computeIfAbsent(address >> PAGE_BITS, p -> new Page());
    page.origin = place;
    page.set(address, true);
  }

  /** Bytes are written. */
  void clear(long address, long bytes) {
    if (address < high && address + bytes > low) {
      for (long at = address; at < address + bytes; at++) {
        Page page = page(at);
        if (page != null && page.has(at)) {
          page.set(at, false);
        }
      }
    }
  }

  /** Tells whether one of some bytes holds what nobody has written. */
  boolean has(long address, long bytes) {
    return address < high && address + bytes > low && first(address, bytes) >= 0;
  }

  /** Returns the address of the first of some bytes that holds what nobody has written, or -1. */
  long first(long address, long bytes) {
    for (long at = address; at < address + bytes; at++) {
      Page page = page(at);
      if (page != null && page.has(at)) {
        return at;
      }
    }
    return -1;
  }

  /** Returns the place of a copy to the page that an address is in; -1 where there was none. */
  int origin(long address) {
    Page page = page(address);
    return page == null ? -1 : page.origin;
  }
}

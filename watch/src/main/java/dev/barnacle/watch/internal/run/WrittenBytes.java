package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.Location;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes of a block of memory have been written, one bit a byte. It is used by one thread at a
 * time: local and private memory are a work-group's own.
 */
final class WrittenBytes {
  /** Of how many bytes it is remembered where they were copied from. */
  private static final int MOST_COPIES = 1 << 16;

  private final long[] bits;

  /** The copies that brought bytes which have not been written; null for none. */
  private @Nullable Map<Long, Location> copies;

  WrittenBytes(long byteSize) {
    this.bits = new long[Math.toIntExact(Math.ceilDiv(byteSize, Long.SIZE)) + 1];
  }

  /** Forgets all writes. */
  void clear() {
    Arrays.fill(bits, 0);
    copies = null;
  }

  /** Forgets the writes to a range. */
  void clear(long offset, long bytes) {
    long at = offset;
    long end = offset + bytes;
    while (at < end) {
      long step = Math.min(end - at, 64 - (at & 63));
      bits[(int) (at >>> 6)] &= ~(mask(step) << at);
      at += step;
    }
    if (copies != null) {
      for (at = offset; at < end && !copies.isEmpty(); at++) {
        copies.remove(at);
      }
    }
  }

  /** A copy brings a byte which has not been written. */
  void clear(long offset, @Nullable Location copy) {
    bits[(int) (offset >>> 6)] &= ~(1L << offset);
    if (copy == null) {
      return;
    }
    if (copies == null) {
      copies = new HashMap<>();
    }
    if (copies.size() < MOST_COPIES) {
      copies.put(offset, copy);
    }
  }

  /**
   * Returns the copy that brought a byte which has not been written, as far as that is known; null
   * where none did.
   */
  @Nullable Location copy(long offset) {
    return copies == null ? null : copies.get(offset);
  }

  void write(long offset, long bytes) {
    int word = (int) (offset >>> 6);
    int shift = (int) offset & 63;
    if (shift + bytes <= 64) {
      bits[word] |= mask(bytes) << shift;
    } else {
      writeLong(offset, bytes);
    }
  }

  private void writeLong(long offset, long bytes) {
    long at = offset;
    long end = offset + bytes;
    while (at < end) {
      long step = Math.min(end - at, 64 - (at & 63));
      bits[(int) (at >>> 6)] |= mask(step) << at;
      at += step;
    }
  }

  /** Tells whether all bytes of the range have been written. */
  boolean all(long offset, long bytes) {
    int word = (int) (offset >>> 6);
    int shift = (int) offset & 63;
    if (shift + bytes <= 64) {
      return (bits[word] >>> shift | ~mask(bytes)) == -1;
    }
    return firstUnwritten(offset, bytes) < 0;
  }

  /** Returns the first byte of the range that has not been written, or -1. */
  long firstUnwritten(long offset, long bytes) {
    long end = offset + bytes;
    for (long at = offset; at < end; at += 64 - (at & 63)) {
      long unwritten = ~(bits[(int) (at >>> 6)] >>> at) & mask(Math.min(end - at, 64 - (at & 63)));
      if (unwritten != 0) {
        return at + Long.numberOfTrailingZeros(unwritten);
      }
    }
    return -1;
  }

  /**
   * Copies which bytes have been written, for a copy of the bytes themselves, which may overlap.
   *
   * @param copy the place of the copy
   */
  void copyFrom(WrittenBytes source, long from, long to, long bytes, @Nullable Location copy) {
    if (source.all(from, bytes)) {
      write(to, bytes);
      return;
    }
    int count = Math.toIntExact(bytes);
    boolean[] copied = new boolean[count];
    @Nullable Location[] first = new @Nullable Location[count];
    for (int i = 0; i < count; i++) {
      copied[i] = (source.bits[(int) ((from + i) >>> 6)] >>> (from + i) & 1) != 0;
      first[i] = source.copy(from + i);
    }
    clear(to, bytes);
    for (int i = 0; i < count; i++) {
      Location earlier = first[i];
      if (copied[i]) {
        write(to + i, 1);
      } else {
        clear(to + i, earlier == null ? copy : earlier);
      }
    }
  }

  private static long mask(long bytes) {
    return bytes >= 64 ? -1L : (1L << bytes) - 1;
  }
}

package dev.barnacle.watch.internal.run.memory;

import dev.barnacle.ir.Location;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a block of memory that have been written, one bit a byte. It is used by one thread
 * at a time: local and private memory are a work-group's own.
 */
public final class WrittenBytes {
  private final long[] bits;

  /**
   * Of each word of four bytes the copy that brought bytes which have not been written, if one did;
   * null as long as none has.
   */
  private @Nullable Location @Nullable [] copies;

  public WrittenBytes(long byteSize) {
    this.bits = new long[Math.toIntExact(Math.ceilDiv(byteSize, Long.SIZE)) + 1];
  }

  /** Forgets all writes. */
  public void clear() {
    Arrays.fill(bits, 0);
    copies = null;
  }

  /** Forgets the writes to a range. */
  public void clear(long offset, long bytes) {
    long at = offset;
    long end = offset + bytes;
    while (at < end) {
      long step = Math.min(end - at, 64 - (at & 63));
      bits[(int) (at >>> 6)] &= ~(mask(step) << at);
      at += step;
    }
    @Nullable Location[] known = copies;
    if (known != null && bytes > 0) {
      Arrays.fill(known, word(offset), word(end - 1) + 1, null);
    }
  }

  private static int word(long offset) {
    return (int) (offset >>> 2);
  }

  /** A copy brings a byte which has not been written. */
  public void clear(long offset, @Nullable Location copy) {
    bits[(int) (offset >>> 6)] &= ~(1L << offset);
    @Nullable Location[] known = copies;
    if (known == null) {
      known = new @Nullable Location[Math.multiplyExact(bits.length, Long.SIZE / 4)];
      copies = known;
    }
    known[word(offset)] = copy;
  }

  /**
   * Returns the copy that brought a byte which has not been written, as far as that is known; null
   * where none did.
   */
  public @Nullable Location copy(long offset) {
    @Nullable Location[] known = copies;
    return known == null ? null : known[word(offset)];
  }

  public void write(long offset, long bytes) {
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

  /** Returns whether any byte of the range has been written. */
  boolean any(long offset, long bytes) {
    long end = offset + bytes;
    for (long at = offset; at < end; at += 64 - (at & 63)) {
      if ((bits[(int) (at >>> 6)] >>> at & mask(Math.min(end - at, 64 - (at & 63)))) != 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether it takes {@link #all} to know of a range: false if all its bytes have been
   * written, as is quickly seen of most.
   */
  public boolean maybeNot(long offset, int bytes) {
    return bytes >= Long.SIZE || (bits[(int) (offset >>> 6)] >>> offset | -1L << bytes) != -1L;
  }

  /** Returns whether all bytes of the range have been written. */
  public boolean all(long offset, long bytes) {
    int word = (int) (offset >>> 6);
    int shift = (int) offset & 63;
    if (shift + bytes <= 64) {
      return (bits[word] >>> shift | ~mask(bytes)) == -1;
    }
    return firstUnwritten(offset, bytes) < 0;
  }

  /** Returns the first byte of the range that has not been written, or -1. */
  public long firstUnwritten(long offset, long bytes) {
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
  public void copyFrom(
      WrittenBytes source, long from, long to, long bytes, @Nullable Location copy) {
    if (source.all(from, bytes)) {
      write(to, bytes);
      return;
    }
    if (source == this && Math.abs(from - to) < bytes) {
      WrittenBytes between = new WrittenBytes(bytes);
      between.copyFrom(source, from, 0, bytes, copy);
      copyFrom(between, 0, to, bytes, copy);
      return;
    }
    write(to, bytes);
    long end = from + bytes;
    for (long at = source.firstUnwritten(from, bytes);
        at >= 0;
        at = source.firstUnwritten(at + 1, end - at - 1)) {
      Location earlier = source.copy(at);
      clear(to + at - from, earlier == null ? copy : earlier);
    }
  }

  private static long mask(long bytes) {
    return bytes >= 64 ? -1L : (1L << bytes) - 1;
  }
}

package dev.barnacle.watch.internal.run;

import java.util.Arrays;

/**
 * Which bytes of a block of memory have been written, one bit a byte. It is used by one thread at a
 * time: local and private memory are a work-group's own.
 */
final class WrittenBytes {
  private final long[] bits;

  WrittenBytes(long byteSize) {
    this.bits = new long[Math.toIntExact(Math.ceilDiv(byteSize, Long.SIZE)) + 1];
  }

  /** Forgets all writes. */
  void clear() {
    Arrays.fill(bits, 0);
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

  /** Copies which bytes have been written, for a copy of the bytes themselves. */
  void copyFrom(WrittenBytes source, long from, long to, long bytes) {
    if (source.all(from, bytes)) {
      write(to, bytes);
      return;
    }
    boolean[] copied = new boolean[Math.toIntExact(bytes)];
    for (int i = 0; i < bytes; i++) {
      copied[i] = (source.bits[(int) ((from + i) >>> 6)] >>> (from + i) & 1) != 0;
    }
    clear(to, bytes);
    for (int i = 0; i < bytes; i++) {
      if (copied[i]) {
        write(to + i, 1);
      }
    }
  }

  private static long mask(long bytes) {
    return bytes >= 64 ? -1L : (1L << bytes) - 1;
  }
}

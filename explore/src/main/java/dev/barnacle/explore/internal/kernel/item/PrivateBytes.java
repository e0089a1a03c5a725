package dev.barnacle.explore.internal.kernel.item;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BiPredicate;
import java.util.function.LongConsumer;

/** A work-item's private memory: a stack of bytes, and which of them were set. */
final class PrivateBytes {
  private static final int MOST_GROWTH = 4096;

  private byte[] bytes;
  private final BitSet set;

  /** Makes one that begins with some bytes, all of them set. */
  PrivateBytes(byte[] first) {
    bytes = first.clone();
    set = new BitSet();
    set.set(0, first.length);
  }

  private PrivateBytes(PrivateBytes other) {
    bytes = other.bytes.clone();
    set = (BitSet) other.set.clone();
  }

  PrivateBytes copy() {
    return new PrivateBytes(this);
  }

  /** Makes room for bytes that nobody has set, which are zero. */
  void allocate(int at, int end) {
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, Math.min(2 * end, end + MOST_GROWTH)));
    }
    Arrays.fill(bytes, at, end, (byte) 0);
    set.clear(at, end);
  }

  /** Returns some bytes, at most eight, little-endian. */
  long get(long offset, int count) {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (bytes[(int) offset + i] & 0xffL) << (8 * i);
    }
    return value;
  }

  /** Sets some bytes, at most eight. */
  void put(long offset, int count, long value) {
    for (int i = 0; i < count; i++) {
      bytes[(int) offset + i] = (byte) (value >> (8 * i));
    }
    set.set((int) offset, (int) offset + count);
  }

  /**
   * Forgets what some bytes are: their variable's life is over, or what they come from is unset.
   */
  void forget(long offset, long count) {
    set.clear((int) offset, (int) (offset + count));
  }

  /** Returns whether all of some bytes were set. */
  boolean isSet(long offset, int count) {
    return set.nextClearBit((int) offset) >= offset + count;
  }

  /** Returns whether two have the same bytes, by words of eight, of which the same are set. */
  boolean isSame(PrivateBytes other, int end, BiPredicate<Long, Long> same) {
    for (int i = 0; i < end; i += 8) {
      int count = Math.min(8, end - i);
      if (!same.test(get(i, count), other.get(i, count))) {
        return false;
      }
    }
    return set.equals(other.set);
  }

  /** Gives all bytes by words of eight, and which of them were set. */
  void write(int end, LongConsumer out) {
    for (int i = 0; i < end; i += 8) {
      out.accept(get(i, Math.min(8, end - i)));
    }
    for (long word : set.toLongArray()) {
      out.accept(word);
    }
  }

  /** Returns a byte to compare. */
  byte at(int offset) {
    return bytes[offset];
  }
}

package dev.barnacle.cl.builtin;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;

/**
 * A type of keys. Each key has a code of as many bits, whose order as an unsigned number is that of
 * the keys: of floating-point numbers IEEE 754's total order, in which −0 comes before 0, and NaNs
 * come first or last by their sign.
 */
enum KeyType {
  INT(4, false),
  UINT(4, false),
  LONG(8, false),
  ULONG(8, false),
  FLOAT(4, true),
  DOUBLE(8, true);

  private static final ValueLayout.OfInt INTS = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONGS = ValueLayout.JAVA_LONG_UNALIGNED;

  private final int bytes;
  private final boolean real;

  KeyType(int bytes, boolean real) {
    this.bytes = bytes;
    this.real = real;
  }

  String keyword() {
    return name().toLowerCase(Locale.ROOT);
  }

  int byteSize() {
    return bytes;
  }

  /** Makes codes of keys from the first to before the last. */
  void encode(MemorySegment keys, long first, long last) {
    if (this == UINT || this == ULONG) {
      return;
    }
    for (long i = first; i < last; i++) {
      if (bytes == 4) {
        int key = keys.getAtIndex(INTS, i);
        keys.setAtIndex(INTS, i, key ^ (real ? key >> 31 | Integer.MIN_VALUE : Integer.MIN_VALUE));
      } else {
        long key = keys.getAtIndex(LONGS, i);
        keys.setAtIndex(LONGS, i, key ^ (real ? key >> 63 | Long.MIN_VALUE : Long.MIN_VALUE));
      }
    }
  }

  /** Makes keys of codes. */
  void decode(MemorySegment keys, long first, long last) {
    if (this == UINT || this == ULONG) {
      return;
    }
    for (long i = first; i < last; i++) {
      if (bytes == 4) {
        int code = keys.getAtIndex(INTS, i);
        keys.setAtIndex(
            INTS, i, code ^ (real ? ~code >> 31 | Integer.MIN_VALUE : Integer.MIN_VALUE));
      } else {
        long code = keys.getAtIndex(LONGS, i);
        keys.setAtIndex(LONGS, i, code ^ (real ? ~code >> 63 | Long.MIN_VALUE : Long.MIN_VALUE));
      }
    }
  }
}

package dev.barnacle.icd.internal.abi;

import dev.barnacle.cl.bytes.SourceEncoding;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** The program's memory, by address. */
public final class Native {
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private Native() {}

  static byte getByte(long address) {
    return ALL.get(ValueLayout.JAVA_BYTE, address);
  }

  public static int getInt(long address) {
    return ALL.get(INT, address);
  }

  public static void putInt(long address, int value) {
    ALL.set(INT, address, value);
  }

  public static long getLong(long address) {
    return ALL.get(LONG, address);
  }

  public static void putLong(long address, long value) {
    ALL.set(LONG, address, value);
  }

  /** Returns the memory from an address on. */
  public static MemorySegment at(long address, long bytes) {
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  /** Reads bytes. */
  public static byte[] bytes(long address, long count) {
    return at(address, count).toArray(ValueLayout.JAVA_BYTE);
  }

  public static void putBytes(long address, byte[] bytes) {
    MemorySegment.copy(bytes, 0, ALL, ValueLayout.JAVA_BYTE, address, bytes.length);
  }

  /** Reads a string up to its zero byte; what is no UTF-8 in it is kept. */
  public static String string(long address) {
    return SourceEncoding.decode(stringBytes(address));
  }

  /** Reads the bytes of a string, up to its zero byte. */
  public static byte[] stringBytes(long address) {
    return ALL.getString(address, StandardCharsets.ISO_8859_1)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Reads so many {@code size_t}. */
  public static long[] longs(long address, int count) {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = getLong(address + 8L * i);
    }
    return values;
  }

  /** Writes an integer, unless the pointer to it is null. */
  public static void putIntIfWanted(long address, int value) {
    if (address != 0) {
      putInt(address, value);
    }
  }
}

package dev.barnacle.watch.internal.run.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Memory by address through segments, for {@link RawMemory} where the JDK does not export what is
 * faster.
 *
 * <p>The assertions have a second use: they make these methods larger than what HotSpot's first
 * compiler inlines (35 bytes of code). It would take the JDK's accessors, which have to be inlined,
 * with them into the kernel, again at each access: a kernel with a hundred accesses is then too
 * large for it, and stays interpreted or without a profile for ever. The second compiler inlines
 * them all the same.
 */
final class SegmentMemory {
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  private SegmentMemory() {}

  private static boolean isAddress(long address) {
    return address > 0;
  }

  static int getByte(long address) {
    assert isAddress(address) : "not an address: " + address;
    return ALL.get(ValueLayout.JAVA_BYTE, address);
  }

  static int getShort(long address) {
    assert isAddress(address) : "not an address: " + address;
    return ALL.get(ValueLayout.JAVA_SHORT_UNALIGNED, address);
  }

  static int getInt(long address) {
    assert isAddress(address) : "not an address: " + address;
    return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address);
  }

  static long getLong(long address) {
    assert isAddress(address) : "not an address: " + address;
    return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
  }

  static float getFloat(long address) {
    assert isAddress(address) : "not an address: " + address;
    return ALL.get(ValueLayout.JAVA_FLOAT_UNALIGNED, address);
  }

  static double getDouble(long address) {
    assert isAddress(address) : "not an address: " + address;
    return ALL.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, address);
  }

  static void putByte(long address, int value) {
    assert isAddress(address) : "not an address: " + address;
    ALL.set(ValueLayout.JAVA_BYTE, address, (byte) value);
  }

  static void putShort(long address, int value) {
    assert isAddress(address) : "not an address: " + address;
    ALL.set(ValueLayout.JAVA_SHORT_UNALIGNED, address, (short) value);
  }

  static void putInt(long address, int value) {
    assert isAddress(address) : "not an address: " + address;
    ALL.set(ValueLayout.JAVA_INT_UNALIGNED, address, value);
  }

  static void putLong(long address, long value) {
    assert isAddress(address) : "not an address: " + address;
    ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
  }

  static void putFloat(long address, float value) {
    assert isAddress(address) : "not an address: " + address;
    ALL.set(ValueLayout.JAVA_FLOAT_UNALIGNED, address, value);
  }

  static void putDouble(long address, double value) {
    assert isAddress(address) : "not an address: " + address;
    ALL.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, address, value);
  }

  static int atomicInt(long address) {
    return (int) INT.getVolatile(ALL, address);
  }

  static long atomicLong(long address) {
    return (long) LONG.getVolatile(ALL, address);
  }

  static void atomicPutInt(long address, int value) {
    INT.setVolatile(ALL, address, value);
  }

  static void atomicPutLong(long address, long value) {
    LONG.setVolatile(ALL, address, value);
  }

  static int exchangeInt(long address, int expected, int desired) {
    return (int) INT.compareAndExchange(ALL, address, expected, desired);
  }

  static long exchangeLong(long address, long expected, long desired) {
    return (long) LONG.compareAndExchange(ALL, address, expected, desired);
  }

  static int addInt(long address, int value) {
    return (int) INT.getAndAdd(ALL, address, value);
  }
}

package dev.barnacle.watch.internal.run.memory;

import dev.barnacle.engine.math.SoftArithmetic;
import dev.barnacle.watch.internal.run.exec.Memory;
import java.lang.foreign.MemorySegment;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * Memory by address, for those who have checked that it is theirs ({@link Memory}). Atomic
 * operations are sequentially consistent, and their addresses aligned.
 *
 * <p>Where the JDK lets it ({@code --add-exports java.base/jdk.internal.misc=...}, which the
 * launcher and the driver ask for), an access is what HotSpot's compilers make one instruction of,
 * and its interpreter one call; otherwise it goes through {@link SegmentMemory}, which is the same
 * and slower, most of all before the second compiler has seen the kernel. The methods that kernels
 * call are small enough for the first compiler to inline.
 */
public final class RawMemory {
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  private static final @Nullable Unsafe UNSAFE = unsafe();

  private RawMemory() {}

  /** Returns the JDK's own access to memory, or null where it is not exported or too strict. */
  private static @Nullable Unsafe unsafe() {
    try {
      Unsafe unsafe = Unsafe.getUnsafe();
      return unsafe.unalignedAccess() ? unsafe : null;
    } catch (IllegalAccessError e) {
      return null;
    }
  }

  /** Returns whether accesses are as fast as they can be. */
  static boolean isDirect() {
    return UNSAFE != null;
  }

  public static int getByte(long address) {
    return UNSAFE != null ? UNSAFE.getByte(address) : SegmentMemory.getByte(address);
  }

  public static int getShort(long address) {
    return UNSAFE != null ? UNSAFE.getShort(address) : SegmentMemory.getShort(address);
  }

  public static int getInt(long address) {
    return UNSAFE != null ? UNSAFE.getInt(address) : SegmentMemory.getInt(address);
  }

  public static long getLong(long address) {
    return UNSAFE != null ? UNSAFE.getLong(address) : SegmentMemory.getLong(address);
  }

  public static float getFloat(long address) {
    return UNSAFE != null ? UNSAFE.getFloat(address) : SegmentMemory.getFloat(address);
  }

  public static double getDouble(long address) {
    return UNSAFE != null ? UNSAFE.getDouble(address) : SegmentMemory.getDouble(address);
  }

  /** Reads a half as the float of the same value. */
  public static float getHalf(long address) {
    return SoftArithmetic.halfOfBits((short) getShort(address));
  }

  public static void putByte(long address, int value) {
    if (UNSAFE != null) {
      UNSAFE.putByte(address, (byte) value);
    } else {
      SegmentMemory.putByte(address, value);
    }
  }

  public static void putShort(long address, int value) {
    if (UNSAFE != null) {
      UNSAFE.putShort(address, (short) value);
    } else {
      SegmentMemory.putShort(address, value);
    }
  }

  public static void putInt(long address, int value) {
    if (UNSAFE != null) {
      UNSAFE.putInt(address, value);
    } else {
      SegmentMemory.putInt(address, value);
    }
  }

  public static void putLong(long address, long value) {
    if (UNSAFE != null) {
      UNSAFE.putLong(address, value);
    } else {
      SegmentMemory.putLong(address, value);
    }
  }

  public static void putFloat(long address, float value) {
    if (UNSAFE != null) {
      UNSAFE.putFloat(address, value);
    } else {
      SegmentMemory.putFloat(address, value);
    }
  }

  public static void putDouble(long address, double value) {
    if (UNSAFE != null) {
      UNSAFE.putDouble(address, value);
    } else {
      SegmentMemory.putDouble(address, value);
    }
  }

  /** Writes a float, which has the value of a half, as a half. */
  public static void putHalf(long address, float value) {
    putShort(address, SoftArithmetic.halfBits(value));
  }

  public static int atomicInt(long address) {
    return UNSAFE != null ? UNSAFE.getIntVolatile(null, address) : SegmentMemory.atomicInt(address);
  }

  public static long atomicLong(long address) {
    return UNSAFE != null
        ? UNSAFE.getLongVolatile(null, address)
        : SegmentMemory.atomicLong(address);
  }

  public static void atomicPutInt(long address, int value) {
    if (UNSAFE != null) {
      UNSAFE.putIntVolatile(null, address, value);
    } else {
      SegmentMemory.atomicPutInt(address, value);
    }
  }

  public static void atomicPutLong(long address, long value) {
    if (UNSAFE != null) {
      UNSAFE.putLongVolatile(null, address, value);
    } else {
      SegmentMemory.atomicPutLong(address, value);
    }
  }

  public static int exchangeInt(long address, int expected, int desired) {
    return UNSAFE != null
        ? UNSAFE.compareAndExchangeInt(null, address, expected, desired)
        : SegmentMemory.exchangeInt(address, expected, desired);
  }

  public static long exchangeLong(long address, long expected, long desired) {
    return UNSAFE != null
        ? UNSAFE.compareAndExchangeLong(null, address, expected, desired)
        : SegmentMemory.exchangeLong(address, expected, desired);
  }

  public static int addInt(long address, int value) {
    return UNSAFE != null
        ? UNSAFE.getAndAddInt(null, address, value)
        : SegmentMemory.addInt(address, value);
  }

  public static void copy(long from, long to, long bytes) {
    MemorySegment.copy(ALL, from, ALL, to, bytes);
  }

  public static void fill(long address, long bytes, int value) {
    ALL.asSlice(address, bytes).fill((byte) value);
  }
}

package dev.barnacle.explore.internal.kernel.code;

/**
 * The representation of addresses: the number of a memory object above, and below it the offset in
 * bytes, moved so that it may be negative. The null pointer is 0 and points into no object. The low
 * half, which a kernel with 32-bit addresses sees, is no null pointer either. It differs from
 * object to object as far as there is room.
 */
public final class Address {
  private static final int SHIFT = 40;
  private static final long MIDDLE = 1L << (SHIFT - 1);
  private static final long MASK = (1L << SHIFT) - 1;

  /**
   * The distance between the low halves of objects, as a power of two: at least their alignment.
   */
  private static final int LOW_SHIFT = 20;

  private static final int LOW_OBJECTS = (1 << (32 - LOW_SHIFT)) - 1;

  private Address() {}

  /** Returns the address of a byte of an object; objects are numbered from 1. */
  public static long of(int object, long offset) {
    return ((long) object << SHIFT) + first(object) + offset;
  }

  /** Returns an address in no object, one for each that a host has. */
  public static long nowhere(long address) {
    return (-1L << SHIFT) | (address & MASK);
  }

  /** Returns the number of the object that an address was made of, 0 for a null pointer. */
  public static int object(long address) {
    return (int) (address >>> SHIFT);
  }

  /** Returns the offset in the object. */
  public static long offset(long address) {
    return (address & MASK) - first(object(address));
  }

  private static long first(int object) {
    return MIDDLE + ((long) (object % LOW_OBJECTS + 1) << LOW_SHIFT);
  }
}

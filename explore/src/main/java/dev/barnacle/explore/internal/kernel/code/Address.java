package dev.barnacle.explore.internal.kernel.code;

/**
 * How addresses are represented: the number of a memory object above, and below it the offset in
 * bytes, moved so that it may be negative. The null pointer is 0 and points into no object.
 */
public final class Address {
  private static final int SHIFT = 40;
  private static final long MIDDLE = 1L << (SHIFT - 1);
  private static final long MASK = (1L << SHIFT) - 1;

  private Address() {}

  /** Returns the address of a byte of an object; objects are numbered from 1. */
  public static long of(int object, long offset) {
    return ((long) object << SHIFT) + MIDDLE + offset;
  }

  /** Returns the number of the object that an address was made of, 0 for a null pointer. */
  public static int object(long address) {
    return (int) (address >>> SHIFT);
  }

  /** Returns the offset in the object. */
  public static long offset(long address) {
    return (address & MASK) - MIDDLE;
  }
}

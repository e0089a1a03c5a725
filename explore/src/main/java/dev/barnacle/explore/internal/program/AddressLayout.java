package dev.barnacle.explore.internal.program;

/** The representation of addresses: the number of a memory above, the offset in bytes below. */
public final class AddressLayout {
  private static final long PRIVATE = 1L << 61;

  private AddressLayout() {}

  public static long shared(int memory, long offset) {
    return ((long) (memory + 1) << 32) + offset;
  }

  static long privateMemory(int index) {
    return PRIVATE | (long) index << 32;
  }

  public static boolean isPrivate(long address) {
    return (address & PRIVATE) != 0 && address > 0;
  }

  /** The number of the memory, or -1 for a null or wild pointer. */
  public static int memory(long address) {
    long high = (address & ~PRIVATE) >> 32;
    return (int) (isPrivate(address) ? high : high - 1);
  }

  public static long offset(long address) {
    return (int) address;
  }
}

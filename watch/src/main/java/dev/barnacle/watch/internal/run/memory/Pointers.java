package dev.barnacle.watch.internal.run.memory;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.watch.internal.run.exec.BoundArguments;

/**
 * The 64 bits of a pointer as kernels see them: which memory it points into, which object, and the
 * offset in bytes. Arithmetic on a pointer changes its offset only, so that one that leaves its
 * object is known as such wherever it is stored meanwhile.
 *
 * <pre>
 *   shared memory   | tag 2 | object 22           | offset + 2^39, 40 bits |
 *   private memory  | tag 2 | array 14 | item 12  | offset + 2^35, 36 bits |
 * </pre>
 *
 * <p>Tag 0 is no object: null, integers that were made pointers, and the host's addresses, which
 * pointers into shared virtual memory are ({@link BoundArguments#resolve}).
 */
public final class Pointers {
  /** The tag of global and constant memory. */
  public static final int GLOBAL = 1;

  /** The tag of local memory. */
  public static final int LOCAL = 2;

  /** The tag of private memory. */
  public static final int PRIVATE = 3;

  public static final int MAX_OBJECTS = 1 << 22;
  static final int MAX_ARRAYS = 1 << 14;
  static final int MAX_ITEMS = 1 << 12;

  private static final int TAG_SHIFT = 62;
  private static final int OFFSET_BITS = 40;
  private static final int PRIVATE_BITS = 36;
  private static final long BIAS = 1L << (OFFSET_BITS - 1);
  private static final long PRIVATE_BIAS = 1L << (PRIVATE_BITS - 1);

  private Pointers() {}

  /** Returns a pointer to the start of a shared object. */
  public static long shared(int tag, int object) {
    return (long) tag << TAG_SHIFT | (long) object << OFFSET_BITS | BIAS;
  }

  /** Returns a pointer to the start of a work-item's private array. */
  public static long own(int array, int item) {
    return (long) PRIVATE << TAG_SHIFT
        | (long) array << (PRIVATE_BITS + 12)
        | (long) item << PRIVATE_BITS
        | PRIVATE_BIAS;
  }

  /**
   * Returns a pointer moved by {@code offset} bytes. One that would be moved into another object's
   * numbers stays at the end of its own object's, far from the object itself.
   */
  public static long add(long pointer, long offset) {
    long moved = pointer + offset;
    return (moved ^ pointer) >>> OFFSET_BITS == 0 || tag(pointer) == 0
        ? moved
        : atTheEnd(pointer, offset);
  }

  private static long atTheEnd(long pointer, long offset) {
    long mask = (1L << (tag(pointer) == PRIVATE ? PRIVATE_BITS : OFFSET_BITS)) - 1;
    return offset < 0 ? pointer & ~mask : pointer | mask;
  }

  /** Returns the tag: 0 to 3. */
  public static int tag(long pointer) {
    return (int) (pointer >>> TAG_SHIFT);
  }

  /** Returns the number of the shared object. */
  public static int object(long pointer) {
    return (int) (pointer >>> OFFSET_BITS) & (MAX_OBJECTS - 1);
  }

  /** Returns the offset in a shared object; negative in front of it. */
  public static long offset(long pointer) {
    return (pointer & ((1L << OFFSET_BITS) - 1)) - BIAS;
  }

  /** Returns the number of the private array. */
  public static int array(long pointer) {
    return (int) (pointer >>> (PRIVATE_BITS + 12)) & (MAX_ARRAYS - 1);
  }

  /** Returns the work-item whose private memory it is. */
  public static int item(long pointer) {
    return (int) (pointer >>> PRIVATE_BITS) & (MAX_ITEMS - 1);
  }

  /** Returns the offset in a private array; negative in front of it. */
  public static long privateOffset(long pointer) {
    return (pointer & ((1L << PRIVATE_BITS) - 1)) - PRIVATE_BIAS;
  }

  /** Returns whether it points into an address space; null into none. */
  public static boolean isIn(long pointer, AddressSpace space) {
    return switch (space) {
      case GLOBAL, CONSTANT -> tag(pointer) == GLOBAL || (tag(pointer) == 0 && pointer != 0);
      case LOCAL -> tag(pointer) == LOCAL;
      case PRIVATE -> tag(pointer) == PRIVATE;
      case GENERIC -> tag(pointer) != 0;
    };
  }
}

package dev.barnacle.simd.internal.abi;

/** The upper limits of the engine, on any processor. */
public final class SimdLimits {
  /** Work-items of a group. */
  public static final long MAX_GROUP_SIZE = 4096;

  /** Of a worker's stack; the driver has less of it where the address space is limited. */
  public static final long STACK_BYTES = Long.getLong("barnacle.stack.megabytes", 64) << 20;

  /** Private memory that fits on a worker's stack, in bytes. */
  public static final long LARGE_STACK = STACK_BYTES / 4 * 3;

  /** The size in bytes of an object that no index of 32 bits can wrap around in. */
  public static final long SMALL_OBJECT = 1L << 31;

  private SimdLimits() {}
}

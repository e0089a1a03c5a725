package dev.barnacle.simd.internal.abi;

/**
 * The launch information that every work-group function reads: an array of i64, see the constants
 * for what stands where.
 */
public final class LaunchInfo {
  /** Global size, 3 values. */
  public static final int GLOBAL_SIZE = 0;

  /** Global offset, 3 values. */
  public static final int OFFSET = 3;

  /** Number of work-groups, 3 values. */
  public static final int NUM_GROUPS = 6;

  /** Number of dimensions. */
  public static final int WORK_DIM = 9;

  /** First group of the box of groups that is run, 3 values. */
  public static final int BOX_BEGIN = 10;

  /** Groups of that box, 3 values. */
  public static final int BOX_SIZE = 13;

  /** Work-items of each group in that box, 3 values. */
  public static final int LOCAL_SIZE = 16;

  /** Local size that the program asked for, 3 values. */
  public static final int ENQUEUED_SIZE = 19;

  /** Number of values. */
  public static final int LENGTH = 22;

  private LaunchInfo() {}
}

package dev.barnacle.watch.internal.race.shadow;

import dev.barnacle.ir.FenceFlag;
import dev.barnacle.watch.internal.race.access.Region;
import java.util.Arrays;

/**
 * The state of one work-group: the barriers that it has passed. An interval is the code between two
 * barriers; all barriers count, whatever their flags, so that a report can tell of a barrier whose
 * flags do not order the memory in question.
 */
public abstract class GroupOrder {
  private final long group;
  private final int items;
  private final int subGroupSize;
  private int interval;
  private byte[] flags = new byte[4];

  /** First interval after the last barrier that orders global memory. */
  private int globalFloor;

  /** First interval after the last barrier that orders local memory. */
  private int localFloor;

  /** First interval after the last barrier that orders images. */
  private int imageFloor;

  protected GroupOrder(long group, int items, int subGroupSize) {
    this.group = group;
    this.items = items;
    this.subGroupSize = subGroupSize;
  }

  /** A flag of barriers that stand for waits for asynchronous copies. */
  public static final int WAIT = 8;

  /**
   * A flag of the collective functions of a work-group but barriers: they order no memory (OpenCL
   * architecture, "Work-group Functions": only barriers are fences).
   */
  public static final int COLLECTIVE = 16;

  /** Returns whether flags order global memory. */
  public static boolean ordersGlobal(int flags) {
    return (flags & FenceFlag.GLOBAL.bit()) != 0;
  }

  /** Returns whether flags order images. */
  public static boolean ordersImages(int flags) {
    return (flags & (FenceFlag.GLOBAL.bit() | FenceFlag.IMAGE.bit())) != 0;
  }

  /** Returns whether flags order local memory. */
  public static boolean ordersLocal(int flags) {
    return (flags & FenceFlag.LOCAL.bit()) != 0;
  }

  /** Returns whether flags order a region. */
  public static boolean orders(Region region, int flags) {
    return switch (region) {
      case GLOBAL -> ordersGlobal(flags);
      case LOCAL -> ordersLocal(flags);
      case IMAGE -> ordersImages(flags);
    };
  }

  /** Returns the linear number of the work-group. */
  public final long group() {
    return group;
  }

  /** Returns the number of work-items. */
  public final int items() {
    return items;
  }

  /** Returns the number of work-items of a full sub-group. */
  public final int subGroupSize() {
    return subGroupSize;
  }

  /** Returns the number of barriers passed, which is the number of the current interval. */
  public final int interval() {
    return interval;
  }

  /**
   * Returns the flags of the barrier that ended an interval, as {@code cl_mem_fence_flags}, {@link
   * #WAIT} and {@link #COLLECTIVE}.
   */
  public final int flagsOf(int endedInterval) {
    if (endedInterval < 0 || endedInterval >= interval) {
      throw new IllegalArgumentException("interval " + endedInterval + " has not ended");
    }
    return flags[endedInterval];
  }

  /** Returns the flags of all barriers between two intervals of this group, or'ed; 0 if none. */
  public final int flagsBetween(int a, int b) {
    int all = 0;
    for (int i = Math.min(a, b); i < Math.max(a, b); i++) {
      all |= flagsOf(i);
    }
    return all;
  }

  /**
   * The work-group has run to its end: none of its work-items accesses memory again. Calling this
   * is a courtesy that lets the precise detector forget what no work-item can come to know of any
   * more.
   */
  public void end() {}

  /** Returns the first interval after the last barrier that orders {@code region}. */
  public final int floor(Region region) {
    return switch (region) {
      case GLOBAL -> globalFloor;
      case LOCAL -> localFloor;
      case IMAGE -> imageFloor;
    };
  }

  /** Begins the interval after a barrier. */
  public final void passBarrier(int barrierFlags) {
    if (interval == flags.length) {
      flags = Arrays.copyOf(flags, 2 * interval);
    }
    flags[interval] = (byte) barrierFlags;
    interval = Math.incrementExact(interval);
    if (ordersGlobal(barrierFlags)) {
      globalFloor = interval;
    }
    if (ordersImages(barrierFlags)) {
      imageFloor = interval;
    }
    if (ordersLocal(barrierFlags)) {
      localFloor = interval;
    }
  }
}

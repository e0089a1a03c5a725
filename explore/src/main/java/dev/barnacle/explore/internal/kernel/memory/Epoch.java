package dev.barnacle.explore.internal.kernel.memory;

import dev.barnacle.explore.internal.kernel.graph.Clock;

/**
 * An access of the past, in a word: the work-item's epoch, the work-item, and the operation
 * (Flanagan and Freund, "FastTrack", PLDI 2009). 0 is no access.
 */
public final class Epoch {
  private static final int OP_BITS = 22;
  private static final int ITEM_BITS = 18;

  /** The most work-items. */
  public static final int MOST_ITEMS = 1 << ITEM_BITS;

  private Epoch() {}

  /** Makes one; times begin with 1. */
  public static long of(int time, int item, int op) {
    return ((long) time << (OP_BITS + ITEM_BITS)) | ((long) item << OP_BITS) | op;
  }

  /** Returns the work-item. */
  public static int item(long epoch) {
    return (int) (epoch >>> OP_BITS) & ((1 << ITEM_BITS) - 1);
  }

  /** Returns the work-item's epoch. */
  public static int time(long epoch) {
    return (int) (epoch >>> (OP_BITS + ITEM_BITS));
  }

  /** Returns the operation's number. */
  public static int op(long epoch) {
    return (int) epoch & ((1 << OP_BITS) - 1);
  }

  /** Returns whether it happens before what a work-item with a clock does now. */
  static boolean isBefore(long epoch, int item, Clock clock) {
    int by = item(epoch);
    return epoch == 0 || by == item || epoch >>> (OP_BITS + ITEM_BITS) <= clock.get(by);
  }
}

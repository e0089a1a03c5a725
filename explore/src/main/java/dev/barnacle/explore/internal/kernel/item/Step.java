package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Event;
import org.jspecify.annotations.Nullable;

/**
 * A step of a work-item in an execution that is to be drawn.
 *
 * @param before what was done before, by any work-item; null for nothing
 * @param item the work-item
 * @param op the operation
 * @param event its event; null for a plain access of no atomic object, and for a barrier
 * @param access what it accesses
 * @param meeting the number of the barrier's instance; 0 for accesses
 */
public record Step(
    @Nullable Step before, int item, Op op, @Nullable Event event, Access access, int meeting) {
  /**
   * The access of a work-item.
   *
   * @param address its address; 0 for a barrier and other functions of a group
   * @param bytes how much of it
   * @param value what a plain access reads or writes
   * @param writes whether a plain access writes
   */
  record Access(long address, int bytes, long value, boolean writes) {
    static final Access NONE = new Access(0, 0, 0, false);
  }

  /** Returns what is accessed; 0 for a barrier and other functions of a group. */
  public long address() {
    return access.address();
  }

  /** Returns how much of it. */
  public int bytes() {
    return access.bytes();
  }

  /** Returns what a plain access reads or writes. */
  public long value() {
    return access.value();
  }

  /** Returns whether a plain access writes. */
  public boolean writes() {
    return access.writes();
  }

  /** Returns the same with an event that is known better. */
  public Step with(Event known) {
    return new Step(before, item, op, known, access, meeting);
  }

  /**
   * The stretch of a work-item since its last read of an atomic object, as others may notice it.
   *
   * @param stores a hash of its plain stores, 0 for none
   * @param noticed whether it did more than that
   */
  public record Stretch(long stores, boolean noticed) {
    static final Stretch NONE = new Stretch(0, false);
    static final Stretch NOTICED = new Stretch(0, true);

    /** Returns one with another store. */
    Stretch with(Op op, long address, int bytes) {
      long next = ((stores * 31 + op.number + 1) * 0x9e3779b97f4a7c15L + address) * 31 + bytes;
      return noticed ? this : new Stretch(next, false);
    }
  }
}

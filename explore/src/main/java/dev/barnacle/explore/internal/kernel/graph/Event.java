package dev.barnacle.explore.internal.kernel.graph;

import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;

/**
 * An atomic operation, a fence, or a plain access of an atomic object.
 *
 * @param number its number among the events of the execution, in an order that agrees with
 *     happens-before
 * @param item the work-item
 * @param time the work-item's epoch
 * @param op the operation
 * @param bytes the bytes of the object that a plain access is of, as bits; {@link #ATOMIC} for what
 *     is no plain access
 * @param order its memory order; RELAXED of plain accesses
 * @param scope its memory scope
 * @param regions the memory regions that it belongs to
 * @param address the address, 0 for fences
 * @param from the number of the write that it reads from, -1 if it reads nothing, or {@link
 *     #PENDING}
 * @param write the number of the write that it is, -1 if it writes nothing
 * @param global what happens before it in global memory
 * @param local what happens before it in local memory
 */
public record Event(
    int number,
    int item,
    int time,
    Op op,
    int bytes,
    MemoryOrder order,
    MemoryScope scope,
    int regions,
    long address,
    int from,
    int write,
    Clock global,
    Clock local) {
  /** The value of {@link #bytes} for an operation that is of all of them. */
  public static final int ATOMIC = -1;

  /** The value of {@link #from} for a read whose write is still to come. */
  public static final int PENDING = -2;

  /** Returns whether it is no atomic operation. */
  public boolean plain() {
    return bytes != ATOMIC;
  }

  /** Returns the number of the write that it is or, failing that, reads from. */
  public int writeSeen() {
    return write >= 0 ? write : from;
  }

  /** Returns the same that reads from a write. */
  public Event reading(int source) {
    return new Event(
        number, item, time, op, bytes, order, scope, regions, address, source, write, global,
        local);
  }

  /** Returns what happens before it in a region. */
  public Clock region(int region) {
    return region == Regions.GLOBAL ? global : local;
  }

  /** Returns whether it writes and is no read-modify-write. */
  public boolean isStore() {
    return write >= 0 && from == -1;
  }

  /** Returns whether it is a sequentially consistent operation. */
  public boolean isSequential() {
    return order == MemoryOrder.SEQ_CST;
  }

  /** Returns whether it is a fence. */
  public boolean isFence() {
    return address == 0;
  }

  /** Returns whether it happens before another, which came later. */
  public boolean isBefore(Event later) {
    int common = regions & later.regions;
    if (item == later.item) {
      return common != 0 && number < later.number;
    }
    return ((common & Regions.GLOBAL) != 0 && later.global.get(item) >= time)
        || ((common & Regions.LOCAL) != 0 && later.local.get(item) >= time);
  }
}

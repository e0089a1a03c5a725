package dev.barnacle.explore.internal.kernel.graph;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Lanes;

/**
 * The bytes of an atomic object that a plain access is of. The writes of some bytes of an object
 * stand in modification order one right behind the other, whoever they are of: what stands between
 * two of them, or is of the same bytes and comes in no order, is in a data race with one.
 *
 * @param first the first of them
 * @param count how many they are
 */
public record ObjectBytes(int first, int count) {
  /** Returns those of an access from an address on, of some bytes at most. */
  public static ObjectBytes of(Cell cell, long address, long most) {
    int first = (int) (Address.offset(address) - Address.offset(cell.address));
    return new ObjectBytes(first, (int) Math.min(most, cell.size - first));
  }

  /** Returns all bytes of an object, as bits. */
  public static int all(Cell cell) {
    return (1 << cell.size) - 1;
  }

  /** Returns them as bits. */
  public int bits() {
    return ((1 << count) - 1) << first;
  }

  /** Returns whether they are all bytes of an object. */
  public boolean isAll(Cell cell) {
    return count == cell.size;
  }

  /** Returns what they are in what the object holds. */
  public long in(long value) {
    return Lanes.unsigned(value >> (8 * first), 8 * count);
  }

  /** Returns what the object holds of which they are these. */
  public long as(long value) {
    return value << (8 * first);
  }

  /**
   * Returns whether they are the same in some writes, of which others put the other bytes there.
   */
  public boolean isSame(Cell cell, int[] writes) {
    for (int w : writes) {
      if (!cell.isOneChain(w, writes[0]) || in(cell.value(w)) != in(cell.value(writes[0]))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Adds a write of some bytes right behind the write that a work-item saw last.
   *
   * @param bits which bytes
   * @return its number
   */
  public static int put(Cell cell, int item, int bits, long value) {
    int before = 0;
    for (Event e : cell.events()) {
      before = e.item() == item ? e.writeSeen() : before;
    }
    long mask = 0;
    for (int i = 0; i < cell.size; i++) {
      mask |= (bits >> i & 1) == 0 ? 0 : 0xffL << (8 * i);
    }
    long all = (cell.value(before) & ~mask) | (value & mask);
    return cell.addUpdate(before, Lanes.signed(all, 8 * cell.size), Release.NONE);
  }
}

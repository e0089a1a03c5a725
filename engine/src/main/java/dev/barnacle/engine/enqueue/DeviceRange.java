package dev.barnacle.engine.enqueue;

import java.util.List;

/**
 * An {@code ndrange_t} as it is in memory: an i32 number of dimensions, then three i64 each of
 * offset, global size and local size, whose first is 0 where the device chooses it.
 *
 * @param dimensions that it says it has, which may be no number of dimensions
 * @param offset in three dimensions
 * @param global sizes in three dimensions
 * @param local sizes in three dimensions
 */
public record DeviceRange(int dimensions, List<Long> offset, List<Long> global, List<Long> local) {
  /** Its size in memory, in bytes. */
  public static final int BYTES = 80;

  /** The place of the offset, in bytes; global and local size follow at distances of 24. */
  public static final int OFFSET_AT = 8;

  public DeviceRange {
    offset = List.copyOf(offset);
    global = List.copyOf(global);
    local = List.copyOf(local);
  }

  /** Returns the sizes in its dimensions. */
  public List<Long> inDimensions(List<Long> sizes) {
    return sizes.subList(0, dimensions);
  }

  /** Returns whether it has work-items. */
  public boolean isEmpty() {
    return inDimensions(global).contains(0L);
  }

  /** Returns whether the device chooses the local size. */
  public boolean leavesLocalSize() {
    return inDimensions(local).stream().allMatch(l -> l == 0);
  }

  /**
   * Returns whether these can be the sizes of an NDRange of groups of so many work-items at most.
   */
  public boolean isValid(long mostInGroup, boolean uniform) {
    if (dimensions < 1 || dimensions > 3) {
      return false;
    }
    double items = 1;
    double inGroup = 1;
    for (int d = 0; d < dimensions; d++) {
      long size = global.get(d);
      long group = local.get(d);
      boolean chosen = leavesLocalSize();
      if (size < 0 || offset.get(d) < 0 || group < 0 || (!chosen && group == 0)) {
        return false;
      }
      if (uniform && !chosen && size % group != 0) {
        return false;
      }
      items *= size;
      inGroup *= Math.max(1, group);
      if (offset.get(d) > Long.MAX_VALUE - size) {
        return false;
      }
    }
    return items < 0x1p62 && inGroup <= mostInGroup;
  }
}

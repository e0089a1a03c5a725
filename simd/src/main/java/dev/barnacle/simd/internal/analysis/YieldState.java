package dev.barnacle.simd.internal.analysis;

import dev.barnacle.simd.internal.abi.ArenaLayout;

/**
 * The part of the arena in which a work-group whose work-items may be put aside keeps where each of
 * them is. So the group itself can be put aside.
 *
 * @param control the group's own state, {@link #CONTROL_BYTES}
 * @param aside a byte for each region: whether anybody is to run it
 * @param places an i16 for each work-item: the region that it is to run, 0 if it waits at a barrier
 *     or runs, {@link #RETURNED} if it has returned
 * @param regions how many there are
 * @param capacity work-items that there is room for
 */
public record YieldState(long control, long aside, long places, int regions, long capacity) {
  /** The bytes of the group's own state. */
  public static final int CONTROL_BYTES = 16;

  /** The place of a work-item that has returned. */
  public static final int RETURNED = -1;

  /** The bytes of a place. */
  public static final int PLACE_BYTES = 2;

  /** Reserves the memory. */
  static YieldState in(ArenaLayout layout, BarrierRegions regions, long capacity) {
    int count = regions.regions().size();
    long control = layout.reserve(CONTROL_BYTES, 64);
    long aside = layout.reserve(count, 1);
    long places = layout.reserve(Math.multiplyExact(PLACE_BYTES, capacity), 64);
    return new YieldState(control, aside, places, count, capacity);
  }
}

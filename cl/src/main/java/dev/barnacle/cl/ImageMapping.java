package dev.barnacle.cl;

import java.lang.foreign.MemorySegment;

/**
 * A part of an image that the host may use.
 *
 * @param event of the map command; the memory may be used once it is complete
 * @param memory from the region's first texel on, until it is unmapped by its address
 * @param rowPitch bytes from row to row
 * @param slicePitch bytes from slice to slice, or layer to layer; 0 where there are none
 */
public record ImageMapping(Event event, MemorySegment memory, long rowPitch, long slicePitch) {
  /** Waits until the memory may be used, and returns it: a blocking map. */
  public MemorySegment await() {
    event.waitFor();
    return memory;
  }
}

package dev.barnacle.cl;

import java.lang.foreign.MemorySegment;

/**
 * A part of a memory object that the host may use.
 *
 * @param event of the map command; the memory may be used once it is complete
 * @param memory that part, until it is unmapped by its address
 */
public record Mapping(Event event, MemorySegment memory) {
  /** Waits until the memory may be used, and returns it: a blocking map. */
  public MemorySegment await() {
    event.waitFor();
    return memory;
  }
}

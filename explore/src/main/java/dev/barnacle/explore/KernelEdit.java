package dev.barnacle.explore;

import org.jspecify.annotations.Nullable;

/**
 * A change of what one operation of a kernel says to the memory model.
 *
 * @param site the operation
 * @param before what it says in the program; null for one that is new
 * @param after what it is to say; a fence that is RELAXED is not needed at all
 */
public record KernelEdit(KernelSite site, @Nullable MemoryStrength before, MemoryStrength after) {
  /** Returns one of the same operation that says something else. */
  public KernelEdit with(MemoryStrength other) {
    return new KernelEdit(site, before, other);
  }
}

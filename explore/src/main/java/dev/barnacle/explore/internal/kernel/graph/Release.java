package dev.barnacle.explore.internal.kernel.graph;

import dev.barnacle.ir.MemoryScope;
import java.util.Arrays;

/**
 * A release: an atomic write or a fence, and what had happened before it.
 *
 * @param item the work-item
 * @param scope its memory scope
 * @param sequential whether it is seq_cst
 * @param regions the memory that it orders, see {@link Regions}
 * @param global the clock of global memory, itself included
 * @param local the clock of local memory
 */
@SuppressWarnings("ArrayRecordComponent") // never changed once made
public record Release(
    int item, MemoryScope scope, boolean sequential, int regions, int[] global, int[] local) {
  /** An empty list. */
  public static final Release[] NONE = {};

  /** Returns the clock of a region. */
  public int[] clock(int region) {
    return region == Regions.GLOBAL ? global : local;
  }

  private boolean isOfKind(Release other) {
    return item == other.item
        && scope == other.scope
        && sequential == other.sequential
        && regions == other.regions;
  }

  /** Returns a list with one more; of two that differ in time alone the later one is enough. */
  public static Release[] with(Release[] list, Release added) {
    for (int i = 0; i < list.length; i++) {
      Release known = list[i];
      if (known.isOfKind(added)) {
        if (known.global[added.item] >= added.global[added.item]) {
          return list;
        }
        Release[] copy = list.clone();
        copy[i] = added;
        return copy;
      }
    }
    Release[] copy = Arrays.copyOf(list, list.length + 1);
    copy[list.length] = added;
    return copy;
  }
}

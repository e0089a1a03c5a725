package dev.barnacle.explore.internal.kernel.graph;

import dev.barnacle.ir.MemoryScope;
import java.util.Arrays;

/**
 * A release: an atomic write or a fence, and what had happened before it.
 *
 * @param item the work-item
 * @param time its epoch
 * @param scope its memory scope
 * @param sequential whether it is seq_cst
 * @param regions the memory that it orders, see {@link Regions}
 * @param global what happens before it in global memory, itself left out
 * @param local the same in local memory
 * @param image the same in images, but for what is in {@code global}
 */
public record Release(
    int item,
    int time,
    MemoryScope scope,
    boolean sequential,
    int regions,
    Clock global,
    Clock local,
    Clock image) {
  /** An empty list. */
  public static final Release[] NONE = {};

  /** Returns what happens before what acquires from it in global memory: itself included. */
  public Clock globally() {
    return global.with(item, time);
  }

  /** Returns the same in local memory. */
  public Clock locally() {
    return local.with(item, time);
  }

  /** Returns whether an operation of memory that it orders happens before, or is the release. */
  public boolean isAfter(Event event) {
    if (event.item() == item) {
      return event.time() <= time;
    }
    Clock known = event.regions() == Regions.LOCAL ? local : global;
    return known.get(event.item()) >= event.time();
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
        if (known.time >= added.time) {
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

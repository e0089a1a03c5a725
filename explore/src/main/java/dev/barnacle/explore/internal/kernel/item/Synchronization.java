package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.graph.Regions;
import dev.barnacle.explore.internal.kernel.graph.Release;
import dev.barnacle.explore.internal.kernel.graph.ScopeRule;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;

/**
 * Synchronises-with in global and in local memory (Wickerson and Batty, "Taming the complexities of
 * the C11 and OpenCL memory models", technical appendix, Figure 2, lines 8 to 14).
 */
public final class Synchronization {
  private final ScopeRule scopes;
  private final Place[] places;

  Synchronization(ScopeRule scopes, Place[] places) {
    this.scopes = scopes;
    this.places = places;
  }

  /** Returns whether operations of two work-items have inclusive scopes. */
  public boolean inclusive(int a, MemoryScope scopeA, int b, MemoryScope scopeB) {
    return scopes.inclusive(scopeA, scopeB, places[a].common(places[b]));
  }

  /** Makes a release of what has happened, and begins a new epoch. */
  static Release release(Item item, MemoryOrder order, MemoryScope scope, int regions) {
    int self = item.place.index();
    int time = item.time++;
    boolean sequential = order == MemoryOrder.SEQ_CST;
    return new Release(self, time, scope, sequential, regions, item.global, item.local, item.image);
  }

  /** A fence, or an end of a barrier, that acquires from what was read before it. */
  void acquireFence(Item item, MemoryScope scope, int regions) {
    if ((regions & Regions.GLOBAL) != 0) {
      for (Release r : item.readGlobal) {
        acquire(item, r, Regions.GLOBAL, scope, regions);
      }
    }
    if ((regions & Regions.LOCAL) != 0) {
      for (Release r : item.readLocal) {
        acquire(item, r, Regions.LOCAL, scope, regions);
      }
    }
  }

  /** A read of a write with some releases, which acquires itself or for a fence to come. */
  void read(Item item, Release[] releases, int region, MemoryOrder order, MemoryScope scope) {
    for (Release r : releases) {
      if (r.item() == item.place.index()) {
        continue;
      }
      if (order.acquires()) {
        acquire(item, r, region, scope, region);
      }
      if (region == Regions.GLOBAL) {
        item.readGlobal = Release.with(item.readGlobal, r);
      } else {
        item.readLocal = Release.with(item.readLocal, r);
      }
    }
  }

  /**
   * Acquires from a release.
   *
   * @param region that of the read
   * @param scope that of what acquires
   * @param regions those that this orders
   */
  void acquire(Item item, Release r, int region, MemoryScope scope, int regions) {
    if ((r.regions() & region) == 0 || !inclusive(r.item(), r.scope(), item.place.index(), scope)) {
      return;
    }
    join(item, r, region);
    boolean both = (r.regions() & regions) == Regions.BOTH;
    if (both) {
      join(item, r, Regions.BOTH - region);
    }
  }

  private static void join(Item item, Release r, int region) {
    if (region == Regions.GLOBAL) {
      item.global = item.global.join(r.globally());
      item.image = item.image.join(r.image());
    } else {
      item.local = item.local.join(r.locally());
    }
  }
}

package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import org.jspecify.annotations.Nullable;

/** A work-group under the clock detector: what its work-items know. */
final class ClockGroup extends GroupOrder {
  private final long firstKey;
  private final boolean scopesMayDiffer;
  private final @Nullable WorkItemClocks[] orders;

  /** The knowledge of the work-items that have no order of their own, for each region. */
  private final WorkItemClock[] base = {WorkItemClock.EMPTY, WorkItemClock.EMPTY};

  /** The largest floor that a work-item published, for each region. */
  private final int[] publishedFloors = new int[2];

  private boolean ended;

  ClockGroup(long group, int items, int subGroupSize, long firstKey, boolean scopesMayDiffer) {
    super(group, items, subGroupSize);
    this.firstKey = firstKey;
    this.scopesMayDiffer = scopesMayDiffer;
    // One more for asynchronous copies, whose accesses are those of a work-item of their own.
    this.orders = new @Nullable WorkItemClocks[items + 1];
  }

  /** Returns the number of a work-item in the launch. */
  long key(int item) {
    return firstKey + item;
  }

  /** Returns whether operations of different scopes can have inclusive ones. */
  boolean scopesMayDiffer() {
    return scopesMayDiffer;
  }

  int subGroup(int item) {
    return item / subGroupSize();
  }

  int floor(int region) {
    return floor(region == Region.GLOBAL.index() ? Region.GLOBAL : Region.LOCAL);
  }

  /** Returns the floor of a region, which somebody is going to know. */
  int publishFloor(int region) {
    publishedFloors[region] = floor(region);
    return publishedFloors[region];
  }

  @Nullable WorkItemClocks find(int item) {
    return orders[item];
  }

  /** Returns the order of a work-item, which is made if need be. */
  WorkItemClocks order(int item) {
    WorkItemClocks order = orders[item];
    if (order == null) {
      order = new WorkItemClocks(this, item, base.clone());
      orders[item] = order;
    }
    return order;
  }

  WorkItemClock clock(int item, int region) {
    WorkItemClocks order = orders[item];
    return order == null ? base[region] : order.clocks[region];
  }

  long tick(int item) {
    WorkItemClocks order = orders[item];
    return order == null ? 1 : order.tick;
  }

  /** All work-items learn what each of them knew ({@code bsw} of the region). */
  void joinAll(int region) {
    WorkItemClock joined = base[region];
    for (WorkItemClocks order : orders) {
      if (order != null) {
        joined = joined.join(order.clocks[region]);
      }
    }
    base[region] = joined;
    for (WorkItemClocks order : orders) {
      if (order != null) {
        order.clocks[region] = joined;
      }
    }
  }

  /** All work-items learn in both regions what one did, and what it knew. */
  void learnFrom(int item) {
    WorkItemClocks from = order(item);
    for (int r = 0; r < base.length; r++) {
      WorkItemClock known = from.published(r);
      base[r] = base[r].join(known);
      for (WorkItemClocks order : orders) {
        if (order != null) {
          order.learn(r, known);
        }
      }
    }
    from.tick++;
  }

  boolean ended() {
    return ended;
  }

  @Override
  public void end() {
    ended = true;
    for (WorkItemClocks order : orders) {
      if (order != null) {
        order.end();
      }
    }
  }

  /** Returns whether an access of this group, which has ended, can become known by its tick. */
  boolean publishedTick(PastAccess access) {
    return access.tick() < tick(access.item());
  }

  /** Returns whether an access of this group, which has ended, can become known by a floor. */
  boolean publishedFloor(PastAccess access, Region region) {
    return access.interval() < publishedFloors[region.index()];
  }
}

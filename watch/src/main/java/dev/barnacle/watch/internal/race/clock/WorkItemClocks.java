package dev.barnacle.watch.internal.race.clock;

import org.jspecify.annotations.Nullable;

/**
 * The knowledge and the releases of a work-item; made when it first differs from the rest of its
 * group. Arrays have an element for each region.
 */
final class WorkItemClocks {
  final ClockGroup group;
  final int item;

  /** The events that happened before the work-item's next event of the region. */
  final WorkItemClock[] clocks;

  /** The release fences so far that a write to the region publishes. */
  final ReleaseHeads[] released = {ReleaseHeads.NONE, ReleaseHeads.NONE};

  /** The heads of what it has read from the region, for acquire fences to come. */
  final ReleaseHeads[] acquirable = {ReleaseHeads.NONE, ReleaseHeads.NONE};

  /** The set that was last added to those. */
  final ReleaseHeads[] seen = {ReleaseHeads.NONE, ReleaseHeads.NONE};

  /** Its last fence that releases nothing to the region, since one that does; for reports. */
  final ReleaseStore.@Nullable WeakFence[] weakFences = new ReleaseStore.@Nullable WeakFence[2];

  /** The store that its last atomic read has read. */
  @Nullable ReleaseStore lastRead;

  /** The number of acquire fences that it has executed. */
  int acquires;

  /** One more than the last tick that was published. */
  long tick = 1;

  /** The moments of its last seq_cst fences; only kept where loads may read old stores. */
  VisibleStore.Bounds lastFences = VisibleStore.Bounds.NONE;

  /** The moments of its next seq_cst fences of each scope. */
  final VisibleStore.Moment[] nextFences = {
    new VisibleStore.Moment(), new VisibleStore.Moment(), new VisibleStore.Moment()
  };

  WorkItemClocks(ClockGroup group, int item, WorkItemClock[] clocks) {
    this.group = group;
    this.item = item;
    this.clocks = clocks;
  }

  /** Adds to what is known in a region. */
  void learn(int region, WorkItemClock clock) {
    clocks[region] = clocks[region].join(clock);
  }

  /** Returns what the work-item knows in a region, with all that it did itself. */
  WorkItemClock published(int region) {
    int floor = group.publishFloor(region);
    WorkItemClock clock = clocks[region].withItem(group.key(item), tick);
    return floor == 0 ? clock : clock.withFloor(group.group(), floor);
  }

  /** Drops what no access needs once the group has ended. */
  void end() {
    lastRead = null;
    for (int r = 0; r < clocks.length; r++) {
      clocks[r] = WorkItemClock.EMPTY;
      released[r] = ReleaseHeads.NONE;
      acquirable[r] = ReleaseHeads.NONE;
      seen[r] = ReleaseHeads.NONE;
      weakFences[r] = null;
    }
  }
}

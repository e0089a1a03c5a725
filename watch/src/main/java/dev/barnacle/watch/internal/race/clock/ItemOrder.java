package dev.barnacle.watch.internal.race.clock;

import org.jspecify.annotations.Nullable;

/**
 * What a work-item knows and has released; made when it first differs from the rest of its group.
 * Arrays have an element for each region.
 */
final class ItemOrder {
  final ClockGroup group;
  final int item;

  /** What happened before the work-item's next event of the region. */
  final Clock[] clocks;

  /** The release fences so far that a write to the region publishes. */
  final Heads[] released = {Heads.NONE, Heads.NONE};

  /** The heads of what it has read from the region, for acquire fences to come. */
  final Heads[] acquirable = {Heads.NONE, Heads.NONE};

  /** The set that was last added to those. */
  final Heads[] seen = {Heads.NONE, Heads.NONE};

  /** Its last fence that releases nothing to the region, since one that does; for reports. */
  final Publication.@Nullable WeakFence[] weakFences = new Publication.@Nullable WeakFence[2];

  /** What its last atomic read has read. */
  @Nullable Publication lastRead;

  /** How many acquire fences it has executed. */
  int acquires;

  /** One more than the last tick that was published. */
  long tick = 1;

  /** When its last seq_cst fences were; only kept where loads may read old stores. */
  Store.Bounds lastFences = Store.Bounds.NONE;

  /** When its next seq_cst fences of each scope will be. */
  final Store.Moment[] nextFences = {new Store.Moment(), new Store.Moment(), new Store.Moment()};

  ItemOrder(ClockGroup group, int item, Clock[] clocks) {
    this.group = group;
    this.item = item;
    this.clocks = clocks;
  }

  /** Adds to what is known in a region. */
  void learn(int region, Clock clock) {
    clocks[region] = clocks[region].join(clock);
  }

  /** Returns what the work-item knows in a region, with all that it did itself. */
  Clock published(int region) {
    int floor = group.publishFloor(region);
    Clock clock = clocks[region].withItem(group.key(item), tick);
    return floor == 0 ? clock : clock.withFloor(group.group(), floor);
  }

  /** Drops what no access needs once the group has ended. */
  void end() {
    lastRead = null;
    for (int r = 0; r < clocks.length; r++) {
      clocks[r] = Clock.EMPTY;
      released[r] = Heads.NONE;
      acquirable[r] = Heads.NONE;
      seen[r] = Heads.NONE;
      weakFences[r] = null;
    }
  }
}

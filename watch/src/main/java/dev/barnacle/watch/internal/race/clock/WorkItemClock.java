package dev.barnacle.watch.internal.race.clock;

/**
 * The events that are known to have happened, in the happens-before order of one region: immutable.
 */
final class WorkItemClock {
  static final WorkItemClock EMPTY = new WorkItemClock(VectorClock.NONE, VectorClock.NONE);

  /** For each work-group: all that its work-items did before this interval. */
  private final VectorClock floors;

  /** For each work-item: all that it did up to this tick of its own. */
  private final VectorClock items;

  private WorkItemClock(VectorClock floors, VectorClock items) {
    this.floors = floors;
    this.items = items;
  }

  /** Returns what either knows; this or the other itself if it knows all that the other does. */
  WorkItemClock join(WorkItemClock other) {
    if (this == other || other == EMPTY) {
      return this;
    }
    VectorClock f = floors.join(other.floors);
    VectorClock i = items.join(other.items);
    if (f == floors && i == items) {
      return this;
    }
    return f == other.floors && i == other.items ? other : new WorkItemClock(f, i);
  }

  /** Returns this with all that a group did before an interval. */
  WorkItemClock withFloor(long group, int floor) {
    VectorClock f = floors.with(group, floor);
    return f == floors ? this : new WorkItemClock(f, items);
  }

  /** Returns this with all that a work-item did up to a tick. */
  WorkItemClock withItem(long item, long tick) {
    VectorClock i = items.with(item, tick);
    return i == items ? this : new WorkItemClock(floors, i);
  }

  /** Returns whether an access is known. */
  boolean knows(PastAccess access) {
    return floors.get(access.group().group()) > access.interval()
        || items.get(access.key()) >= access.tick();
  }
}

package dev.barnacle.watch.internal.race.clock;

/** What is known to have happened, in the happens-before order of one region: immutable. */
final class Clock {
  static final Clock EMPTY = new Clock(Ticks.NONE, Ticks.NONE);

  /** For each work-group: all that its work-items did before this interval. */
  private final Ticks floors;

  /** For each work-item: all that it did up to this tick of its own. */
  private final Ticks items;

  private Clock(Ticks floors, Ticks items) {
    this.floors = floors;
    this.items = items;
  }

  /** Returns what either knows; this or the other itself if it knows all that the other does. */
  Clock join(Clock other) {
    if (this == other || other == EMPTY) {
      return this;
    }
    Ticks f = floors.join(other.floors);
    Ticks i = items.join(other.items);
    if (f == floors && i == items) {
      return this;
    }
    return f == other.floors && i == other.items ? other : new Clock(f, i);
  }

  /** Returns this with all that a group did before an interval. */
  Clock withFloor(long group, int floor) {
    Ticks f = floors.with(group, floor);
    return f == floors ? this : new Clock(f, items);
  }

  /** Returns this with all that a work-item did up to a tick. */
  Clock withItem(long item, long tick) {
    Ticks i = items.with(item, tick);
    return i == items ? this : new Clock(floors, i);
  }

  /** Tells whether an access is known. */
  boolean knows(PastAccess access) {
    return floors.get(access.group().group()) > access.interval()
        || items.get(access.key()) >= access.tick();
  }
}

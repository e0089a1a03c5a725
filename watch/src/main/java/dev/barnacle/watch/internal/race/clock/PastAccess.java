package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.AccessMode;
import dev.barnacle.watch.internal.race.access.RaceAccess;

/**
 * An access that is remembered.
 *
 * @param group its work-group
 * @param item its work-item's local linear id
 * @param interval the group's interval
 * @param tick the work-item's tick
 */
record PastAccess(ClockGroup group, int item, int interval, long tick, int place, AccessMode mode) {
  /** Returns the number of the work-item in the launch. */
  long key() {
    return group.key(item);
  }

  boolean sameItem(PastAccess other) {
    return item == other.item && group == other.group;
  }

  /**
   * Returns whether the two, which share a byte, are atomic accesses to one object with inclusive
   * scopes.
   */
  boolean inclusive(PastAccess other) {
    MemoryScope own = mode.scope;
    MemoryScope others = other.mode.scope;
    if (own == null || others == null || mode.bytes != other.mode.bytes) {
      return false;
    }
    if (own != others && !group.scopesMayDiffer()) {
      return false;
    }
    return switch (own.compareTo(others) < 0 ? own : others) {
      case WORK_ITEM -> false;
      case SUB_GROUP -> sameSubGroup(other);
      case WORK_GROUP -> group == other.group;
      case DEVICE, ALL_SVM_DEVICES -> true;
    };
  }

  boolean sameSubGroup(PastAccess other) {
    return group == other.group && group.subGroup(item) == group.subGroup(other.item);
  }

  /**
   * Returns whether what is not ordered after this and races with the other races with this. Where
   * scopes may differ, a narrower one than theirs may reach one of them and not the other.
   */
  boolean dominates(PastAccess other) {
    if (!mode.dominates(other.mode)) {
      return false;
    }
    if (group.scopesMayDiffer() && mode.scope != null) {
      return sameSubGroup(other);
    }
    return !mode.instanceMatters() || inclusive(other);
  }

  /** Returns whether any clock that knows one of two accesses of one work-item knows the other. */
  boolean knownWith(PastAccess other) {
    return sameItem(other) && tick == other.tick && interval == other.interval;
  }

  RaceAccess toRaceAccess() {
    return new RaceAccess(group.group(), item, interval, place, mode.kind);
  }
}

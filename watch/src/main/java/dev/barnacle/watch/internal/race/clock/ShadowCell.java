package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.watch.internal.race.access.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The accesses to one cell of memory that later ones may race with, by mode. ThreadSanitizer's
 * shadow cell (Serebryany and Iskhodzhanov, "ThreadSanitizer: Data Race Detection in Practice",
 * WBIA 2009), but with as many accesses as it takes to lose no race.
 */
final class ShadowCell {
  private final List<AccessSet> sets;
  private final Region region;

  /** True if a race has been reported. */
  private boolean settled;

  ShadowCell(Region region) {
    this.region = region;
    this.sets = new ArrayList<>(2);
  }

  ShadowCell(ShadowCell other) {
    region = other.region;
    settled = other.settled;
    sets = new ArrayList<>(other.sets.size());
    for (AccessSet set : other.sets) {
      sets.add(new AccessSet(set));
    }
  }

  /** Gives the accesses that race with a new one. */
  void racing(PastAccess now, WorkItemClock clock, Consumer<PastAccess> sink) {
    for (AccessSet set : sets) {
      if (set.mode.conflicts(now.mode()) && !set.mode.alwaysInclusive(now.mode(), region)) {
        set.racing(now, clock, sink);
      }
    }
  }

  /** A race has been told of: a few accesses of each kind are enough from now on. */
  void settle() {
    if (!settled) {
      settled = true;
      sets.forEach(AccessSet::thin);
    }
  }

  /** Adds a new access, and forgets those that it dominates. */
  void add(PastAccess now, WorkItemClock clock) {
    AccessSet own = null;
    for (int i = 0; i < sets.size(); i++) {
      AccessSet set = sets.get(i);
      if (now.mode().dominates(set.mode)) {
        set.prune(now, clock, settled);
      }
      if (set.mode == now.mode()) {
        own = set;
      } else if (set.isEmpty()) {
        sets.remove(i--);
      }
    }
    if (own == null) {
      own = new AccessSet(now.mode(), region);
      sets.add(own);
    }
    own.add(now, clock, settled);
  }

  /** Gives an access of each mode. */
  void each(Consumer<PastAccess> sink) {
    for (AccessSet set : sets) {
      PastAccess any = set.any();
      if (any != null) {
        sink.accept(any);
      }
    }
  }
}

package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.watch.internal.race.access.AccessMode;
import dev.barnacle.watch.internal.race.access.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The accesses of one mode to one cell that a later access may race with: at most one of each
 * work-item, the last.
 *
 * <p>To keep it small without losing a verdict: (1) An access of a group that has ended and that
 * nobody can come to know, because nothing was released after it, races with whatever conflicts
 * with it from now on; one such <i>eternal</i> access stands for all of the set, past and future.
 * (2) Of the accesses of an ended group that can only become known by the group's floor, one of the
 * last interval stands for all. (3) Accesses that are ordered before a new one that dominates them
 * go. (4) Once a race has been told of a cell, so that its verdict is settled, it keeps a few.
 */
final class AccessSet {
  private static final int FIRST_SWEEP = 16;
  private static final int SETTLED = 8;

  /** So many accesses of one work-group at one place are kept of a cell that is settled. */
  private static final int OF_ORIGIN = 2;

  /** So many keys are looked through one by one. */
  private static final int FEW = 64;

  final AccessMode mode;

  private final List<PastAccess> all;
  private final Region region;

  /** The keys of the first of them, beside each other, as they are looked through all the time. */
  private long[] keys = new long[2];

  private int keyed;
  private @Nullable Map<Long, Integer> index;
  private @Nullable PastAccess eternal;
  private int sweepAt = FIRST_SWEEP;

  /** All but those of other work-items were found to be known by this clock... */
  private @Nullable WorkItemClock checkedBy;

  /** ...and this group... */
  private @Nullable ClockGroup checkedIn;

  /** ...with this floor. */
  private int checkedFloor;

  AccessSet(AccessMode mode, Region region) {
    this.mode = mode;
    this.region = region;
    this.all = new ArrayList<>(2);
  }

  AccessSet(AccessSet other) {
    mode = other.mode;
    region = other.region;
    all = new ArrayList<>(other.all);
    index = other.index == null ? null : new HashMap<>(other.index);
    eternal = other.eternal;
    sweepAt = other.sweepAt;
  }

  boolean isEmpty() {
    return all.isEmpty() && eternal == null;
  }

  /** Returns one of them; null if there are none. */
  @Nullable PastAccess any() {
    return eternal == null && !all.isEmpty() ? all.getFirst() : eternal;
  }

  /** Gives those that race with a new access. */
  void racing(PastAccess now, WorkItemClock clock, Consumer<PastAccess> sink) {
    PastAccess forever = eternal;
    if (forever != null && !forever.inclusive(now)) {
      sink.accept(forever);
    }
    int floor = now.group().floor(region);
    if (checkedBy == clock && checkedIn == now.group() && checkedFloor == floor) {
      return;
    }
    boolean known = true;
    for (PastAccess past : all) {
      if (!ordered(past, now.group(), floor, clock)) {
        known = false;
        if (!past.sameItem(now) && !past.inclusive(now)) {
          sink.accept(past);
        }
      }
    }
    if (known) {
      checkedBy = clock;
      checkedIn = now.group();
      checkedFloor = floor;
    }
  }

  private static boolean ordered(
      PastAccess past, ClockGroup group, int floor, WorkItemClock clock) {
    return (past.group() == group && past.interval() < floor) || clock.knows(past);
  }

  /**
   * Keeps a few of each place in the program, the last ones, and of several work-groups if it can.
   */
  void thin() {
    if (all.size() <= SETTLED) {
      return;
    }
    Map<Integer, Integer> ofPlace = new HashMap<>();
    Map<Origin, Integer> ofOrigin = new HashMap<>();
    List<PastAccess> kept = new ArrayList<>();
    for (PastAccess past : all.reversed()) {
      Origin origin = new Origin(past.place(), past.group());
      if (ofPlace.getOrDefault(past.place(), 0) < SETTLED
          && ofOrigin.getOrDefault(origin, 0) < OF_ORIGIN) {
        ofPlace.merge(past.place(), 1, Integer::sum);
        ofOrigin.merge(origin, 1, Integer::sum);
        kept.addFirst(past);
      }
    }
    all.clear();
    all.addAll(kept);
    moved();
  }

  /** The common origin of accesses that are alike. */
  private record Origin(int place, ClockGroup group) {}

  /** Forgets those that a new access dominates, if there are few, or if it is that of all. */
  void prune(PastAccess now, WorkItemClock clock, boolean settled) {
    boolean whole = now.mode().scope == null && now.mode().writes;
    if (whole || all.size() <= 4 || settled) {
      remove(now, clock);
    }
  }

  private void remove(PastAccess now, WorkItemClock clock) {
    int floor = now.group().floor(region);
    if (all.removeIf(
        past ->
            (past.sameItem(now) || ordered(past, now.group(), floor, clock))
                && now.dominates(past))) {
      moved();
    }
  }

  /** Adds a new access. */
  void add(PastAccess now, WorkItemClock clock, boolean settled) {
    if (eternal != null) {
      return;
    }
    forgetCheck();
    int old = find(now);
    if (old >= 0) {
      all.set(old, now);
      return;
    }
    PastAccess first = all.isEmpty() ? null : all.getFirst();
    if (first != null && isEternal(first)) {
      settleOn(first);
      return;
    }
    if (settled && all.size() >= SETTLED) {
      all.removeFirst();
      moved();
    }
    if (all.size() >= sweepAt) {
      sweep(now, clock);
      if (eternal != null) {
        return;
      }
    }
    all.add(now);
    if (index != null) {
      index.put(now.key(), all.size() - 1);
    }
  }

  private void forgetCheck() {
    checkedBy = null;
    checkedIn = null;
  }

  private int find(PastAccess now) {
    long key = now.key();
    if (all.size() >= FEW) {
      return index().getOrDefault(key, -1);
    }
    writeKeys();
    for (int i = 0; i < keyed; i++) {
      if (keys[i] == key) {
        return i;
      }
    }
    return -1;
  }

  private void writeKeys() {
    int size = all.size();
    if (keys.length < size) {
      keys = Arrays.copyOf(keys, 2 * size);
    }
    while (keyed < size) {
      keys[keyed] = all.get(keyed).key();
      keyed++;
    }
  }

  private Map<Long, Integer> index() {
    Map<Long, Integer> places = index;
    if (places == null) {
      places = new HashMap<>();
      for (int i = 0; i < all.size(); i++) {
        places.put(all.get(i).key(), i);
      }
      index = places;
    }
    return places;
  }

  /** Is told that the accesses have other places than before. */
  private void moved() {
    index = null;
    keyed = 0;
  }

  private boolean isEternal(PastAccess past) {
    return past.group().ended()
        && !past.group().publishedTick(past)
        && !past.group().publishedFloor(past, region);
  }

  private void settleOn(PastAccess forever) {
    eternal = forever;
    all.clear();
    moved();
  }

  private void sweep(PastAccess now, WorkItemClock clock) {
    remove(now, clock);
    List<PastAccess> kept = new ArrayList<>();
    Map<ClockGroup, PastAccess> lastByFloor = new HashMap<>();
    for (PastAccess past : all) {
      if (isEternal(past)) {
        settleOn(past);
        return;
      }
      if (past.group().ended() && !past.group().publishedTick(past)) {
        lastByFloor.merge(past.group(), past, (a, b) -> a.interval() >= b.interval() ? a : b);
      } else {
        kept.add(past);
      }
    }
    kept.addAll(lastByFloor.values());
    all.clear();
    all.addAll(kept);
    moved();
    sweepAt = Math.max(FIRST_SWEEP, 2 * all.size());
  }
}

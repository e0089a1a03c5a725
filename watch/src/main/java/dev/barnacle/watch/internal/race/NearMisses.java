package dev.barnacle.watch.internal.race;

import dev.barnacle.ir.MemoryScope;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The last synchronisations that came to nothing, to be named if a race comes of that. */
final class NearMisses {
  private static final int KEPT = 32;

  private final @Nullable Miss[] last = new @Nullable Miss[KEPT];
  private int next;

  /**
   * One that came to nothing.
   *
   * @param clock what it would have told, or null if it is what the writer did up to a tick
   */
  private record Miss(
      NearMiss what,
      ClockGroup group,
      int item,
      @Nullable Clock clock,
      @Nullable PastAccess writer) {
    boolean wouldOrder(PastAccess past, PastAccess now) {
      if (group != now.group() || item != now.item()) {
        return false;
      }
      return clock != null
          ? clock.knows(past)
          : writer != null && writer.sameItem(past) && writer.tick() >= past.tick();
    }

    boolean same(Miss other) {
      return group == other.group
          && item == other.item
          && clock == other.clock
          && Objects.equals(writer, other.writer)
          && what.equals(other.what);
    }
  }

  /** A head of another scope, or out of reach. */
  void scope(
      NearMiss.Kind kind, ClockGroup group, int item, Head head, @Nullable MemoryScope acquire) {
    add(new Miss(new NearMiss(kind, head.key().scope(), acquire), group, item, head.own(), null));
  }

  /** A write that published nothing. */
  void noRelease(ClockGroup group, int item, PastAccess writer) {
    add(new Miss(new NearMiss(NearMiss.Kind.NO_RELEASE, null, null), group, item, null, writer));
  }

  private void add(Miss miss) {
    Miss before = last[(next + KEPT - 1) % KEPT];
    if (before == null || !before.same(miss)) {
      last[next] = miss;
      next = (next + 1) % KEPT;
    }
  }

  /**
   * Returns what would have ordered an access before the one that races with it, if that is known.
   */
  @Nullable NearMiss find(PastAccess past, PastAccess now, int region) {
    for (int i = 1; i <= KEPT; i++) {
      Miss miss = last[(next + KEPT - i) % KEPT];
      if (miss != null && miss.wouldOrder(past, now)) {
        return miss.what;
      }
    }
    ItemOrder order = now.group().find(now.item());
    if (order == null) {
      return null;
    }
    if (order.clocks[1 - region].knows(past)) {
      return new NearMiss(NearMiss.Kind.OTHER_REGION, null, null);
    }
    for (Heads heads : order.acquirable) {
      for (Head head : heads.all()) {
        if (head.own().knows(past)) {
          return new NearMiss(NearMiss.Kind.NO_ACQUIRE, null, null);
        }
      }
    }
    return null;
  }
}

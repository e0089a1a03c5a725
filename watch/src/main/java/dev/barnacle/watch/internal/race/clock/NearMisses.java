package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.NearMiss;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The last synchronisations that came to nothing, to be named if a race comes of that. */
final class NearMisses {
  private static final int KEPT = 128;

  private final @Nullable Miss[] last = new @Nullable Miss[KEPT];
  private int next;

  /**
   * One that came to nothing.
   *
   * @param what what it lacked; null if that depends on the access that it would have ordered
   * @param reader the atomic read, or where the work-item was at the fence behind it
   * @param acquires how many acquire fences the reader had executed before; -1 if it acquires
   *     itself
   * @param clock what it would have told; null if that is what a write would have published
   */
  private record Miss(
      @Nullable NearMiss what,
      PastAccess reader,
      int acquires,
      @Nullable WorkItemClock clock,
      @Nullable ReleaseStore write) {
    /** Returns what it lacked to order an access before another one; null if it would not have. */
    @Nullable NearMiss wouldOrder(PastAccess past, int region) {
      if (write == null) {
        return clock != null && what != null && clock.knows(past)
            ? isAcquired() ? what : what.withoutAcquire()
            : null;
      }
      NearMiss missing = write.missing(past, region, reader.place());
      if (missing == null) {
        return write.unordered(past, region, reader.place());
      }
      return isAcquired() ? missing : missing.withoutAcquire();
    }

    /** Returns whether it acquires itself, or the reader has come to an acquire fence. */
    private boolean isAcquired() {
      WorkItemClocks order = reader.group().find(reader.item());
      return acquires < 0 || (order != null && order.acquires > acquires);
    }
  }

  /** A head of another scope than the acquire. */
  void scopesDiffer(PastAccess reader, ReleaseHead head, MemoryScope acquire, int read) {
    NearMiss.Kind kind = NearMiss.Kind.SCOPES_DIFFER;
    NearMiss what = new NearMiss(kind, head.key().scope(), acquire, -1, read, false, false, false);
    add(new Miss(what, reader, -1, head.own(), null));
  }

  /**
   * A head whose scope does not reach a reader.
   *
   * @param acquires whether the read is an acquire
   */
  void outOfReach(PastAccess reader, ReleaseHead head, boolean acquires, int read) {
    NearMiss.Kind kind = NearMiss.Kind.SCOPE_TOO_NARROW;
    NearMiss what = new NearMiss(kind, head.key().scope(), null, -1, read, false, false, false);
    add(new Miss(what, reader, acquires ? -1 : fences(reader), head.own(), null));
  }

  /** Returns how many acquire fences a reader has executed. */
  private static int fences(PastAccess reader) {
    WorkItemClocks order = reader.group().find(reader.item());
    return order == null ? 0 : order.acquires;
  }

  /** A head that is not acquired. */
  void noAcquire(NearMiss.Kind kind, PastAccess reader, ReleaseHead head, int read, int region) {
    NearMiss what = NearMiss.of(kind, -1, read, region).withRelease(head.key().scope());
    add(new Miss(what, reader, -1, head.own(), null));
  }

  /**
   * A write has been read that may not have published all that came before it.
   *
   * @param acquires whether the read is an acquire
   */
  void read(PastAccess reader, ReleaseStore write, boolean acquires) {
    add(new Miss(null, reader, acquires ? -1 : fences(reader), null, write));
  }

  private void add(Miss miss) {
    Miss before = last[(next + KEPT - 1) % KEPT];
    if (before != null
        && miss.write != null
        && before.write == miss.write
        && before.reader.sameItem(miss.reader)) {
      return;
    }
    last[next] = miss;
    next = (next + 1) % KEPT;
  }

  /**
   * Returns what would have ordered an access before the one that races with it, if that is known.
   *
   * @param before tells of an access whether it happens before the one that races
   */
  @Nullable NearMiss find(
      PastAccess past, PastAccess now, int region, Predicate<PastAccess> before) {
    for (int i = 1; i <= KEPT; i++) {
      Miss miss = last[(next + KEPT - i) % KEPT];
      if (miss != null && (isBehind(now, miss.reader) || before.test(miss.reader))) {
        NearMiss what = miss.wouldOrder(past, region);
        if (what != null) {
          return what;
        }
      }
    }
    return known(past, now, region);
  }

  /** Returns whether a read is of the work-item, or came before a barrier of its group. */
  private static boolean isBehind(PastAccess now, PastAccess reader) {
    return reader.sameItem(now)
        || (reader.group() == now.group() && reader.interval() < now.interval());
  }

  private static @Nullable NearMiss known(PastAccess past, PastAccess now, int region) {
    if (now.group().clock(now.item(), 1 - region).knows(past)) {
      return NearMiss.of(NearMiss.Kind.OTHER_REGION);
    }
    for (int i = 0; i < now.group().items(); i++) {
      WorkItemClocks other = now.group().find(i);
      boolean knows = other != null && other.clocks[region].knows(past);
      if (knows && past.group() != now.group()) {
        return NearMiss.of(NearMiss.Kind.NO_BARRIER_BEHIND);
      }
    }
    return null;
  }
}

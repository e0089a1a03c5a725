package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.NearMiss;
import dev.barnacle.watch.internal.race.access.Region;
import org.jspecify.annotations.Nullable;

/**
 * A write to an atomic location, with what happened before it, so that a report can say what it
 * would have published.
 */
final class ReleaseStore {
  /** Writes of one release sequence that are kept. */
  private static final int MOST = 64;

  private final PastAccess write;
  private final WorkItemClock global;
  private final WorkItemClock local;
  private final int globalFloor;
  private final int localFloor;
  private final int region;
  private final boolean releases;
  private final ReleaseHeads heads;
  private final @Nullable WeakFence fence;
  private final @Nullable ReleaseStore before;
  private final int depth;

  /** True if one work-item has made it and all that it goes on with. */
  private final boolean alone;

  /**
   * A fence that releases nothing in a region.
   *
   * @param why what it lacks
   * @param scope its scope
   * @param global what happened before it in global memory
   * @param local in local memory
   */
  record WeakFence(
      NearMiss.Kind why, MemoryScope scope, WorkItemClock global, WorkItemClock local) {
    boolean knows(PastAccess past, int region) {
      return (region == Region.LOCAL.index() ? local : global).knows(past);
    }
  }

  /**
   * Makes one.
   *
   * @param order what the work-item knows; null for no more than its group's barriers tell
   * @param releases whether it is a release, and so publishes all that came before
   * @param heads what it publishes
   * @param region that of the location
   * @param before the write that this read-modify-write has read; null for others
   */
  ReleaseStore(
      PastAccess write,
      @Nullable WorkItemClocks order,
      boolean releases,
      ReleaseHeads heads,
      int region,
      @Nullable ReleaseStore before) {
    this.write = write;
    ClockGroup group = write.group();
    this.global = group.clock(write.item(), Region.GLOBAL.index());
    this.local = group.clock(write.item(), Region.LOCAL.index());
    this.globalFloor = group.floor(Region.GLOBAL.index());
    this.localFloor = group.floor(Region.LOCAL.index());
    this.region = region;
    this.releases = releases;
    this.heads = heads;
    this.fence = order == null ? null : order.weakFences[region];
    boolean chained = before != null && before.depth < MOST;
    this.before = chained ? before : null;
    this.depth = chained && before != null ? before.depth + 1 : 0;
    this.alone = !chained || before == null || (before.alone && before.write.sameItem(write));
  }

  /** Returns whether a work-item made it, or any that it goes on with. */
  boolean isOnlyOf(PastAccess reader) {
    return alone && write.sameItem(reader);
  }

  /** Returns whether the write is not atomic. */
  boolean isPlain() {
    return !write.mode().kind.atomic();
  }

  /**
   * Returns what a write lacked to publish an access in a region; null where none of these would
   * have.
   */
  @Nullable NearMiss missing(PastAccess past, int region, int read) {
    for (ReleaseStore p = this; p != null; p = p.before) {
      if (!p.publishes(past) && p.isBehind(past, region)) {
        return p.what(past, region, read).withOwn(p.write.sameItem(past));
      }
    }
    return null;
  }

  /**
   * Returns that a release of another work-item of an access's group is not ordered behind it,
   * whether a barrier lies between them or none; null where there is no such release.
   */
  @Nullable NearMiss unordered(PastAccess past, int region, int read) {
    for (ReleaseStore p = this; p != null; p = p.before) {
      boolean other = p.write.group() == past.group() && !p.write.sameItem(past);
      int barriers = p.write.interval() - past.interval();
      if (!p.heads.isEmpty() && other && barriers >= 0 && !p.isBehind(past, region)) {
        NearMiss.Kind kind =
            barriers > 0 ? NearMiss.Kind.NO_BARRIER_BEFORE : NearMiss.Kind.UNORDERED_BEFORE;
        return NearMiss.of(kind, p.write.place(), read, p.region);
      }
    }
    return null;
  }

  private boolean publishes(PastAccess past) {
    if (releases) {
      return true;
    }
    for (ReleaseHead head : heads.all()) {
      if (head.own().knows(past)) {
        return true;
      }
    }
    return false;
  }

  private NearMiss what(PastAccess past, int region, int read) {
    if (isPlain()) {
      return NearMiss.of(NearMiss.Kind.PLAIN_WRITE, write.place(), read, this.region);
    }
    WeakFence weak = fence;
    return weak != null && weak.knows(past, region)
        ? NearMiss.of(weak.why, write.place(), read, this.region).withRelease(weak.scope)
        : NearMiss.of(NearMiss.Kind.NO_RELEASE, write.place(), read, this.region);
  }

  private boolean isBehind(PastAccess past, int region) {
    if (write.sameItem(past) && write.interval() < past.interval()) {
      return false; // a tick may last longer than an interval
    }
    if (write.sameItem(past) && write.tick() >= past.tick()) {
      return true;
    }
    boolean inLocal = region == Region.LOCAL.index();
    int floor = inLocal ? localFloor : globalFloor;
    return (write.group() == past.group() && past.interval() < floor)
        || (inLocal ? local : global).knows(past);
  }
}

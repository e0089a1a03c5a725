package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import dev.barnacle.watch.internal.race.shadow.RaceDetector;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.race.shadow.RaceSink;
import org.jspecify.annotations.Nullable;

/**
 * The precise detector: global- and local-happens-before (Wickerson and Batty, "Taming the
 * complexities of the C11 and OpenCL memory models", technical appendix, Figure 2) by vector
 * clocks, one for each region.
 *
 * <p>A work-item's clock of a region ({@link WorkItemClock}) is what happens before its next event
 * of that region. A work-item counts its ticks: a release publishes the current one and begins the
 * next, so that "knows tick 5 of work-item 7" means all that 7 did up to that release ({@code sb}
 * within the region). Barriers raise the floor of their group instead.
 *
 * <p>{@code sw r} begins at a release on region r: the write itself, or fences before it ({@link
 * WorkItemState#released}). The location keeps them ({@link AtomicLocation}) as long as the release
 * sequence goes on. Who reads the location synchronises if it is an acquire, and keeps them for its
 * acquire fences to come ({@link WorkItemClocks#acquirable}). Scopes are compared where the acquire
 * is.
 *
 * <p>Barriers are entry and exit fences as well. Those of a scope no wider than the barrier's own
 * group add nothing to what the barrier orders, since each work-item that could synchronise through
 * them has passed the barrier; so only wider ones are treated as fences.
 *
 * <p>Accesses to global memory are checked by global-happens-before, those to local memory by
 * local-happens-before (OpenCL architecture, "Memory Ordering Rules"). (O-Dr takes the union of
 * both for either; the two differ only for seq_cst operations of different scopes on one location.)
 *
 * <p>Of races by vector clocks: Flanagan and Freund, "FastTrack: Efficient and Precise Dynamic Race
 * Detection", PLDI 2009.
 */
public final class ClockDetector extends RaceDetector {
  private final long groups;
  private final int groupSize;
  private final ScopeRules scopes;
  private final RaceSink sink;
  private final @Nullable StaleReads stale;
  private long accesses;

  /**
   * Makes a detector.
   *
   * @param stale what lets loads read old stores; null where all read the newest
   */
  public ClockDetector(
      long groups, int groupSize, ScopeRules scopes, RaceSink sink, @Nullable StaleReads stale) {
    Math.multiplyExact(groups, (long) groupSize);
    this.groups = groups;
    this.groupSize = groupSize;
    this.scopes = scopes;
    this.sink = sink;
    this.stale = stale;
  }

  @Override
  public RaceShadow shadow(Region region, long byteSize) {
    return new ClockShadow(this, region, byteSize);
  }

  @Override
  public Accessor accessor() {
    return new ClockAccessor(this);
  }

  @Override
  public GroupOrder group(long group, int items, int subGroupSize) {
    if (group < 0 || group >= groups || items > groupSize) {
      throw new IllegalArgumentException("group " + group + " of " + items + " work-items");
    }
    return new ClockGroup(group, items, subGroupSize, group * groupSize, scopes.mayDiffer());
  }

  @Override
  public long accesses() {
    return accesses;
  }

  /** An access is looked at. */
  void countAccess() {
    accesses++;
  }

  @Override
  public boolean isForOneThread() {
    return true;
  }

  @Override
  public @Nullable StaleReads oldReads() {
    return stale;
  }

  RaceSink sink() {
    return sink;
  }

  /** Returns whether operations of different scopes can have inclusive ones. */
  boolean scopesMayDiffer() {
    return scopes.mayDiffer();
  }

  /** Returns what a scope means in a region. */
  MemoryScope reduce(MemoryScope scope, int region) {
    if (!scopes.reduced()) {
      return scope;
    }
    MemoryScope widest =
        region == Region.LOCAL.index() ? MemoryScope.WORK_GROUP : MemoryScope.DEVICE;
    return scope.compareTo(widest) > 0 ? widest : scope;
  }
}

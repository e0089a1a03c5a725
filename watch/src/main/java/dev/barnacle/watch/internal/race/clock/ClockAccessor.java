package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.AccessMode;
import dev.barnacle.watch.internal.race.access.NearMiss;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The accessor of the clock detector: what fences, barriers and atomic operations do to clocks. */
final class ClockAccessor extends Accessor {
  private static final int REGIONS = 2;

  private final ClockDetector detector;
  private final NearMisses misses = new NearMisses();
  private @Nullable ClockGroup group;

  /** The place of the atomic operation that reads; -1 for a fence. */
  private int read = -1;

  /** True if what the operation lacks is noted. */
  private boolean noting = true;

  ClockAccessor(ClockDetector detector) {
    super(0);
    this.detector = detector;
  }

  @Override
  public void enter(GroupOrder entered) {
    group = (ClockGroup) entered;
  }

  ClockGroup group() {
    ClockGroup entered = group;
    if (entered == null) {
      throw new IllegalStateException("no work-group has been entered");
    }
    return entered;
  }

  /** Returns the synchronisations that came to nothing. */
  NearMisses misses() {
    return misses;
  }

  /** Returns the order of the current work-item, which is made if need be. */
  WorkItemClocks order() {
    return group().order(item);
  }

  @Override
  public void barrier(int flags, MemoryScope scope) {
    ClockGroup all = group();
    boolean wide = scope.compareTo(MemoryScope.WORK_GROUP) > 0;
    if (wide) {
      fences(all, 0, all.items(), flags, MemoryOrder.RELEASE, scope);
    }
    for (int r = 0; r < REGIONS; r++) {
      if (has(flags, r)) {
        all.joinAll(r);
      }
    }
    all.passBarrier(flags);
    if (wide) {
      fences(all, 0, all.items(), flags, MemoryOrder.ACQUIRE, scope);
    }
  }

  @Override
  public void copiesEnd(int copies) {
    group().learnFrom(copies);
  }

  @Override
  public void subGroupBarrier(int subGroup, int flags, MemoryScope scope) {
    ClockGroup all = group();
    int first = subGroup * all.subGroupSize();
    int end = Math.min(first + all.subGroupSize(), all.items());
    boolean wide = scope.compareTo(MemoryScope.SUB_GROUP) > 0;
    if (wide) {
      fences(all, first, end, flags, MemoryOrder.RELEASE, scope);
    }
    for (int r = 0; r < REGIONS; r++) {
      if (has(flags, r)) {
        joinSome(all, first, end, r);
      }
    }
    for (int i = first; i < end; i++) {
      all.order(i).tick++;
    }
    if (wide) {
      fences(all, first, end, flags, MemoryOrder.ACQUIRE, scope);
    }
  }

  private static void joinSome(ClockGroup all, int first, int end, int region) {
    WorkItemClock joined = WorkItemClock.EMPTY;
    for (int i = first; i < end; i++) {
      joined = joined.join(all.order(i).published(region));
    }
    for (int i = first; i < end; i++) {
      all.order(i).clocks[region] = joined;
    }
  }

  private void fences(
      ClockGroup all, int first, int end, int flags, MemoryOrder order, MemoryScope scope) {
    for (int i = first; i < end; i++) {
      fence(all.order(i), flags, order, scope);
    }
  }

  @Override
  public void fence(int flags, MemoryOrder order, MemoryScope scope) {
    StaleReads stale = detector.oldReads();
    if (stale != null && order == MemoryOrder.SEQ_CST) {
      stale.fence(order(), scope);
    }
    boolean orders = order.acquires() || order.releases();
    if (scope != MemoryScope.WORK_ITEM && orders) {
      fence(order(), flags, order, scope);
      for (int r = 0; r < REGIONS; r++) {
        noteWeak(order(), r, has(flags, r), order, scope);
      }
    } else if (orders) {
      weakFence(order(), 0, NearMiss.Kind.RELEASE_SCOPE, scope);
      weakFence(order(), 1, NearMiss.Kind.RELEASE_SCOPE, scope);
    }
  }

  /** Notes what a fence does not do in a region. */
  private void noteWeak(
      WorkItemClocks me, int region, boolean flag, MemoryOrder order, MemoryScope scope) {
    if (!order.acquires() || !flag) {
      boolean wrong = order.acquires();
      noteUnacquired(me, region, wrong ? NearMiss.Kind.ACQUIRE_FLAG : NearMiss.Kind.ACQUIRE_ORDER);
    }
    if (!order.releases() || !flag) {
      NearMiss.Kind why =
          order.releases() ? NearMiss.Kind.RELEASE_FLAG : NearMiss.Kind.RELEASE_ORDER;
      weakFence(me, region, why, scope);
    }
  }

  /** A fence releases nothing to a region: what it would have is remembered. */
  private static void weakFence(
      WorkItemClocks me, int region, NearMiss.Kind why, MemoryScope scope) {
    me.weakFences[region] =
        new ReleaseStore.WeakFence(why, scope, me.published(0), me.published(1));
    me.tick++;
  }

  /** Notes what a fence has left unacquired. */
  private void noteUnacquired(WorkItemClocks me, int region, NearMiss.Kind why) {
    for (ReleaseHead head : me.acquirable[region].all()) {
      misses.noAcquire(why, now(me), head, -1, region);
    }
  }

  private static PastAccess now(WorkItemClocks me) {
    return new PastAccess(me.group, me.item, me.group.interval(), me.tick, -1, AccessMode.READ);
  }

  private void fence(WorkItemClocks me, int flags, MemoryOrder order, MemoryScope scope) {
    boolean seqCst = order == MemoryOrder.SEQ_CST;
    boolean both = has(flags, 0) && has(flags, 1);
    WorkItemClock[] incoming = {WorkItemClock.EMPTY, WorkItemClock.EMPTY};
    if (order.acquires()) {
      me.acquires++;
      for (int r = 0; r < REGIONS; r++) {
        if (has(flags, r)) {
          synchronise(me, me.acquirable[r], r, detector.reduce(scope, r), seqCst, both, incoming);
        }
      }
    }
    for (int r = 0; r < REGIONS; r++) {
      if (has(flags, r)) {
        me.learn(r, incoming[r]);
      }
    }
    if (order.releases()) {
      release(me, flags, scope, seqCst, incoming);
    }
  }

  private void release(
      WorkItemClocks me, int flags, MemoryScope scope, boolean seqCst, WorkItemClock[] incoming) {
    boolean both = has(flags, 0) && has(flags, 1);
    for (int r = 0; r < REGIONS; r++) {
      if (has(flags, r)) {
        WorkItemClock other = both ? me.published(1 - r) : incoming[1 - r];
        ReleaseHead.Key key = key(me, detector.reduce(scope, r), seqCst, both);
        me.released[r] = me.released[r].with(new ReleaseHead(key, me.published(r), other));
        me.weakFences[r] = null;
      }
    }
    me.tick++;
  }

  /** Adds what an acquire of a scope learns from heads read from a region to {@code incoming}. */
  private void synchronise(
      WorkItemClocks me,
      ReleaseHeads heads,
      int region,
      MemoryScope scope,
      boolean seqCst,
      boolean bothRegions,
      WorkItemClock[] incoming) {
    for (ReleaseHead head : heads.all()) {
      if (matches(head.key(), scope, me)) {
        incoming[region] = incoming[region].join(head.own());
        if (head.key().crosses(seqCst, bothRegions)) {
          incoming[1 - region] = incoming[1 - region].join(head.other());
        }
      } else if (noting) {
        misses.scopesDiffer(now(me), head, scope, read);
      }
    }
  }

  private void noteOutOfReach(ReleaseHeads heads, WorkItemClocks me, boolean acquires) {
    for (ReleaseHead head : heads.all()) {
      if (noting && !reaches(head.key(), me)) {
        misses.outOfReach(now(me), head, acquires, read);
      }
    }
  }

  /**
   * The current work-item reads atomically what heads have published.
   *
   * @param place that of the operation; -1 if what it lacks has been noted
   * @return what the read learns of the other region: only its own releases pass it on
   */
  WorkItemClock acquire(
      ReleaseHeads heads, int region, MemoryOrder order, MemoryScope scope, int place) {
    read = place;
    noting = place >= 0;
    WorkItemClock learned = acquire(heads, region, order, scope);
    read = -1;
    noting = true;
    return learned;
  }

  private WorkItemClock acquire(
      ReleaseHeads heads, int region, MemoryOrder order, MemoryScope scope) {
    WorkItemClocks me = order();
    ReleaseHeads near = heads.only(head -> reaches(head.key(), me));
    if (near != heads) {
      noteOutOfReach(heads, me, order.acquires());
    }
    if (near != me.seen[region]) {
      me.acquirable[region] = me.acquirable[region].join(near);
      me.seen[region] = near;
    }
    if (!order.acquires()) {
      for (ReleaseHead head : noting ? near.all() : List.<ReleaseHead>of()) {
        misses.noAcquire(NearMiss.Kind.NO_ACQUIRE, now(me), head, read, region);
      }
      return WorkItemClock.EMPTY;
    }
    WorkItemClock[] incoming = {WorkItemClock.EMPTY, WorkItemClock.EMPTY};
    synchronise(me, near, region, scope, order == MemoryOrder.SEQ_CST, false, incoming);
    me.learn(region, incoming[region]);
    return incoming[1 - region];
  }

  /** Returns the heads that an atomic write of the current work-item publishes. */
  ReleaseHeads release(int region, MemoryOrder order, MemoryScope scope, WorkItemClock other) {
    boolean releases = order.releases() && scope != MemoryScope.WORK_ITEM;
    WorkItemClocks me = releases ? order() : group().find(item);
    if (me == null) {
      return ReleaseHeads.NONE;
    }
    if (!releases) {
      return me.released[region];
    }
    ReleaseHead.Key key = key(me, scope, order == MemoryOrder.SEQ_CST, false);
    ReleaseHeads heads =
        me.released[region].with(new ReleaseHead(key, me.published(region), other));
    me.tick++;
    return heads;
  }

  /**
   * Returns the key of an operation. Where scopes may differ, the acquire's may be that of a
   * sub-group, so the sub-group's number is kept.
   */
  private ReleaseHead.Key key(
      WorkItemClocks me, MemoryScope scope, boolean seqCst, boolean bothRegions) {
    MemoryScope kept = detector.scopesMayDiffer() ? MemoryScope.SUB_GROUP : scope;
    return new ReleaseHead.Key(scope, instance(me, kept), seqCst, bothRegions);
  }

  private boolean reaches(ReleaseHead.Key key, WorkItemClocks reader) {
    return detector.scopesMayDiffer()
        ? sameInstance(key.instance(), reader, key.scope())
        : key.instance() == instance(reader, key.scope());
  }

  /** Returns whether an acquire of a scope has an inclusive one with a release that reaches it. */
  private boolean matches(ReleaseHead.Key key, MemoryScope scope, WorkItemClocks reader) {
    return key.scope() == scope
        || (detector.scopesMayDiffer() && sameInstance(key.instance(), reader, scope));
  }

  /** Returns whether a work-item is in the instance of a scope that a sub-group is in. */
  private static boolean sameInstance(long subGroup, WorkItemClocks reader, MemoryScope scope) {
    ClockGroup all = reader.group;
    return switch (scope) {
      case WORK_ITEM -> false;
      case SUB_GROUP -> subGroup == instance(reader, scope);
      case WORK_GROUP -> subGroup >= all.key(0) && subGroup < all.key(all.items());
      case DEVICE, ALL_SVM_DEVICES -> true;
    };
  }

  private static long instance(WorkItemClocks order, MemoryScope scope) {
    ClockGroup all = order.group;
    return switch (scope) {
      case WORK_ITEM -> all.key(order.item);
      case SUB_GROUP -> all.key(all.subGroup(order.item) * all.subGroupSize());
      case WORK_GROUP -> all.group();
      case DEVICE, ALL_SVM_DEVICES -> -1;
    };
  }

  private static boolean has(int flags, int region) {
    return region == Region.GLOBAL.index()
        ? GroupOrder.ordersGlobal(flags)
        : GroupOrder.ordersLocal(flags);
  }
}

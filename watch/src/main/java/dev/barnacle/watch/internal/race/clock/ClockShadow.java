package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.access.AccessCollector;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.access.AccessMode;
import dev.barnacle.watch.internal.race.access.AtomicAccess;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.Page;
import dev.barnacle.watch.internal.race.shadow.Race;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The clock detector's memory of one block. A cell keeps the accesses that no later one dominates:
 * an access dominates one that is ordered before it if whatever races with that races with it, too
 * ({@link AccessMode#dominates}).
 */
final class ClockShadow extends RaceShadow {
  private static final int LARGEST_SHIFT = 4;

  private final ClockDetector detector;

  /** Lets loads read old stores; null where all read the newest. */
  private final @Nullable StaleReads stale;

  private final int region;
  private final long byteSize;
  private @Nullable CellPage[] pages;

  /** In local memory: the work-group that uses the block. */
  private @Nullable ClockGroup owner;

  private final RecentAccesses recent = new RecentAccesses();
  private final RacingRuns runs = new RacingRuns();

  ClockShadow(ClockDetector detector, Region region, long byteSize) {
    super(region);
    this.detector = detector;
    this.stale = detector.oldReads();
    this.region = region.index();
    this.byteSize = byteSize;
    this.pages = noPages(byteSize);
  }

  private static @Nullable CellPage[] noPages(long byteSize) {
    return new @Nullable CellPage[Math.toIntExact((byteSize + Page.BYTES - 1) >>> Page.BITS)];
  }

  @Override
  public void read(Accessor who, long offset, int bytes, int place) {
    ClockAccessor me = (ClockAccessor) who;
    access(me, offset, bytes, place, AccessMode.READ);
    if (stale != null) {
      locations(offset, bytes).forEach(l -> l.history.forgetOlder());
    }
  }

  @Override
  public void write(Accessor who, long offset, int bytes, int place) {
    ClockAccessor me = (ClockAccessor) who;
    access(me, offset, bytes, place, AccessMode.WRITE);
    for (AtomicLocation location : locations(offset, bytes)) {
      overwritten(me, location);
      PastAccess now = recent.access(me.group(), me.item, place, AccessMode.WRITE);
      location.writtenBy(new ReleaseStore(now, null, false, ReleaseHeads.NONE, region, null));
    }
  }

  /** Tells the atomic locations in some bytes, but one, that a write has overwritten them. */
  private void store(ClockAccessor me, long offset, int bytes, AtomicLocation but) {
    CellPage page = pages[(int) (offset >>> Page.BITS)];
    if (page != null && page.areSeparate()) {
      return;
    }
    for (AtomicLocation location : locations(offset, bytes)) {
      if (location != but) {
        overwritten(me, location);
      }
    }
  }

  private static void overwritten(ClockAccessor me, AtomicLocation location) {
    location.released.store(me.group().find(me.item));
    location.history.forget();
  }

  /** Returns the atomic locations that share some bytes. */
  private List<AtomicLocation> locations(long offset, int bytes) {
    List<AtomicLocation> found = List.of();
    long last = offset + bytes - 1;
    long at = Math.max(0, offset - AtomicLocation.LARGEST + 1) & -AtomicLocation.SMALLEST;
    for (; at <= last; at += AtomicLocation.SMALLEST) {
      CellPage page = pages[(int) (at >>> Page.BITS)];
      if (page == null || page.locations == null) {
        at |= Page.BYTES - AtomicLocation.SMALLEST; // on to the next page
        continue;
      }
      AtomicLocation location = location(page, at);
      if (location != null && location.offset + location.bytes > offset) {
        found = found.isEmpty() ? new ArrayList<>(2) : found;
        found.add(location);
      }
    }
    return found;
  }

  @Override
  public void atomic(Accessor who, long offset, int bytes, int place, AtomicAccess how) {
    ClockAccessor me = (ClockAccessor) who;
    own(me.group());
    AtomicLocation location = existing(offset, bytes);
    if (location != null && how.kind().writes()) {
      location.history.forget();
    }
    atomic(me, offset, bytes, place, how, null);
  }

  @Override
  public void overwrite(
      Accessor who, long offset, int bytes, int place, AtomicAccess how, long before) {
    ClockAccessor me = (ClockAccessor) who;
    if (stale != null) {
      own(me.group());
      AtomicLocation location = make(offset, bytes);
      location.history.ends(before, location.released);
    }
    atomic(me, offset, bytes, place, how, null);
  }

  @Override
  public @Nullable VisibleStore load(
      Accessor who, long offset, int bytes, int place, AtomicAccess how) {
    ClockAccessor me = (ClockAccessor) who;
    VisibleStore old = old(me, offset, bytes, place, how, value -> true);
    atomic(me, offset, bytes, place, how, old);
    return old;
  }

  @Override
  public @Nullable VisibleStore fail(
      Accessor who, long offset, int bytes, int place, AtomicAccess how, LongPredicate unexpected) {
    ClockAccessor me = (ClockAccessor) who;
    VisibleStore old = old(me, offset, bytes, place, how, unexpected);
    if (old != null) {
      atomic(me, offset, bytes, place, how, old);
    }
    return old;
  }

  /** Chooses an old store for an operation that only reads; null for the newest. */
  private @Nullable VisibleStore old(
      ClockAccessor me, long offset, int bytes, int place, AtomicAccess how, LongPredicate wanted) {
    if (stale == null) {
      return null;
    }
    own(me.group());
    AtomicLocation location = existing(offset, bytes);
    if (location == null) {
      return null;
    }
    return stale.choose(operation(me, location, place, how), wanted);
  }

  private StaleReads.Operation operation(
      ClockAccessor me, AtomicLocation location, int place, AtomicAccess how) {
    PastAccess now = recent.access(me.group(), me.item, place, mode(how, location.bytes));
    WorkItemClocks order = me.order();
    WorkItemClock clock = order.clocks[region];
    return new StaleReads.Operation(
        location.history,
        now,
        order,
        how.order() == MemoryOrder.SEQ_CST,
        region,
        past -> past.sameItem(now) || known(past, now, clock));
  }

  @Override
  public boolean store(
      Accessor who, long offset, int bytes, int place, AtomicAccess how, long before, long value) {
    ClockAccessor me = (ClockAccessor) who;
    own(me.group());
    AtomicLocation location = existing(offset, bytes);
    VisibleStore next = location == null ? null : next(me, location, place, how);
    if (stale == null || location == null || next == null) {
      overwrite(who, offset, bytes, place, how, before);
      return false;
    }
    access(me, offset, bytes, place, mode(how, bytes));
    PastAccess now = recent.access(me.group(), me.item, place, mode(how, bytes));
    ReleaseSequences released = location.history.releasedBefore(next);
    released.store(me.group().find(me.item));
    MemoryScope scope = detector.reduce(how.scope(), region);
    ReleaseHeads heads = me.release(region, how.order(), scope, WorkItemClock.EMPTY);
    released.publish(me.order(), heads);
    boolean seqCst = how.order() == MemoryOrder.SEQ_CST;
    location.history.insert(stale.store(me.order(), now, seqCst), next, value, released);
    return true;
  }

  /** Chooses the store that a store comes before; null if it is the newest. */
  private @Nullable VisibleStore next(
      ClockAccessor me, AtomicLocation location, int place, AtomicAccess how) {
    if (stale == null || locations(location.offset, location.bytes).size() > 1) {
      return null;
    }
    return stale.chooseNext(operation(me, location, place, how));
  }

  private AccessMode mode(AtomicAccess how, int bytes) {
    return AccessMode.atomic(how.kind(), detector.reduce(how.scope(), region), bytes);
  }

  /**
   * Does an atomic operation.
   *
   * @param old the old store that it reads; null for the newest
   */
  private void atomic(
      ClockAccessor me,
      long offset,
      int bytes,
      int place,
      AtomicAccess how,
      @Nullable VisibleStore old) {
    own(me.group());
    MemoryScope scope = detector.reduce(how.scope(), region);
    AccessMode mode = mode(how, bytes);
    AtomicLocation location = existing(offset, bytes);
    WorkItemClock foreign = WorkItemClock.EMPTY;
    if (how.kind() != AccessKind.ATOMIC_WRITE && location != null) {
      if (stale != null && !how.kind().writes()) {
        location.history.readBy(recent.access(me.group(), me.item, place, mode), old);
      }
      foreign = acquire(me, location, old, how.order(), scope, place);
    }
    access(me, offset, bytes, place, mode);
    if (how.kind().writes()) {
      written(me, offset, bytes, how, recent.access(me.group(), me.item, place, mode), foreign);
    } else if (stale != null) {
      for (AtomicLocation other : locations(offset, bytes)) {
        if (other != location) {
          other.history.forgetOlder();
        }
      }
    }
  }

  /** An atomic operation writes to a location. */
  private void written(
      ClockAccessor me,
      long offset,
      int bytes,
      AtomicAccess how,
      PastAccess now,
      WorkItemClock foreign) {
    AtomicLocation location = make(offset, bytes);
    store(me, offset, bytes, location);
    if (how.kind() == AccessKind.ATOMIC_WRITE) {
      location.released.store(me.group().find(me.item));
    }
    ReleaseHeads heads =
        me.release(region, how.order(), detector.reduce(how.scope(), region), foreign);
    location.writtenBy(
        new ReleaseStore(
            now,
            me.group().find(me.item),
            how.order().releases() && how.scope() != MemoryScope.WORK_ITEM,
            heads,
            region,
            how.kind() == AccessKind.ATOMIC_UPDATE ? location.write() : null));
    if (!heads.isEmpty()) {
      location.released.publish(me.order(), heads);
    }
    if (stale != null) {
      VisibleStore store = stale.store(me.order(), now, how.order() == MemoryOrder.SEQ_CST);
      store.publishes(location.write());
      location.history.made(store);
    }
  }

  /**
   * Returns what the current work-item learns by reading a location.
   *
   * @param old the store that it reads; null for the newest
   */
  private WorkItemClock acquire(
      ClockAccessor me,
      AtomicLocation location,
      @Nullable VisibleStore old,
      MemoryOrder order,
      MemoryScope scope,
      int place) {
    ReleaseStore write = old == null ? location.write() : old.publication();
    ReleaseSequences released = old == null ? location.released : old.released();
    boolean news = isNews(me, write, place, order);
    return released.isEmpty()
        ? WorkItemClock.EMPTY
        : me.acquire(released.readBy(me.order()), region, order, scope, news ? place : -1);
  }

  /** Notes what a read reads; returns whether the work-item's last one has not read the same. */
  private boolean isNews(
      ClockAccessor me, @Nullable ReleaseStore write, int place, MemoryOrder order) {
    WorkItemClocks who = me.group().find(me.item);
    if (write == null || (who != null && who.lastRead == write)) {
      return write == null;
    }
    PastAccess reader = recent.access(me.group(), me.item, place, AccessMode.READ);
    if (!write.isOnlyOf(reader)) {
      me.misses().read(reader, write, order.acquires());
    }
    if (who != null) {
      who.lastRead = write;
    }
    return true;
  }

  private @Nullable AtomicLocation existing(long offset, int bytes) {
    CellPage page = pages[(int) (offset >>> Page.BITS)];
    AtomicLocation location = page == null ? null : location(page, offset);
    return location == null || location.offset != offset || location.bytes != bytes
        ? null
        : location;
  }

  private static @Nullable AtomicLocation location(CellPage page, long offset) {
    @Nullable AtomicLocation[] locations = page.locations;
    return locations == null ? null : locations[slot(offset)];
  }

  private AtomicLocation make(long offset, int bytes) {
    AtomicLocation location = existing(offset, bytes);
    if (location == null) {
      location = new AtomicLocation(offset, bytes);
      page(offset, offset + bytes).add(location, slot(offset));
    }
    return location;
  }

  private static int slot(long offset) {
    return ((int) offset & (Page.BYTES - 1)) / AtomicLocation.SMALLEST;
  }

  /** In local memory: forgets what another work-group did to the block. */
  private void own(ClockGroup group) {
    if (region == Region.LOCAL.index() && owner != group) {
      owner = group;
      pages = noPages(byteSize);
    }
  }

  private void access(ClockAccessor me, long offset, int bytes, int place, AccessMode mode) {
    long end = offset + bytes;
    if (offset < 0 || bytes < 0 || end > byteSize) {
      throw new IndexOutOfBoundsException(offset + " + " + bytes + " of " + byteSize);
    }
    detector.countAccess();
    ClockGroup group = me.group();
    own(group);
    PastAccess now = recent.access(group, me.item, place, mode);
    WorkItemClock clock = group.clock(me.item, region);
    for (long at = offset; at < end; ) {
      long stop = Math.min(end, ((at >>> Page.BITS) + 1) << Page.BITS);
      CellPage page = page(at, stop);
      for (; at < stop; at += 1L << page.shift) {
        cell(page, at, now, clock);
      }
    }
    if (!runs.isEmpty()) {
      report(me, now, clock);
    }
  }

  private void cell(CellPage page, long at, PastAccess now, WorkItemClock clock) {
    int i = ((int) at & (Page.BYTES - 1)) >>> page.shift;
    Object held = page.cells[i];
    if (held == null) {
      page.cells[i] = now;
    } else if (held instanceof PastAccess past) {
      single(page, i, at, past, now, clock);
    } else {
      ShadowCell cell = (ShadowCell) held;
      int before = runs.size();
      cell.racing(now, clock, past -> runs.add(past, at, 1 << page.shift));
      if (runs.size() > before) {
        cell.settle();
      }
      cell.add(now, clock);
    }
  }

  private void single(
      CellPage page, int i, long at, PastAccess past, PastAccess now, WorkItemClock clock) {
    if (past.knownWith(now) && past.dominates(now)) {
      return; // it stands for the new one
    }
    boolean ordered = past.sameItem(now) || known(past, now, clock);
    if (ordered && now.dominates(past)) {
      page.cells[i] = now;
      return;
    }
    ShadowCell cell = new ShadowCell(region());
    cell.add(past, clock);
    if (!ordered && past.mode().conflicts(now.mode()) && !past.inclusive(now)) {
      runs.add(past, at, 1 << page.shift);
      cell.settle();
    }
    cell.add(now, clock);
    page.cells[i] = cell;
  }

  private boolean known(PastAccess past, PastAccess now, WorkItemClock clock) {
    return (past.group() == now.group() && past.interval() < now.group().floor(region()))
        || clock.knows(past);
  }

  private void report(ClockAccessor me, PastAccess now, WorkItemClock clock) {
    for (RacingRuns.Run run : runs.take()) {
      PastAccess past = run.earlier();
      int between =
          past.group() == now.group()
              ? now.group().flagsBetween(past.interval(), now.interval())
              : 0;
      Race race =
          new Race(
              this,
              run.start(),
              (int) (run.end() - run.start()),
              past.toRaceAccess(),
              now.toRaceAccess(),
              between,
              () -> me.misses().find(past, now, region, other -> known(other, now, clock)));
      detector.sink().race(race);
    }
  }

  /** Returns the page at an offset, with cells that an access of the bytes up to stop fits. */
  private CellPage page(long offset, long stop) {
    int shift = Math.min(LARGEST_SHIFT, Long.numberOfTrailingZeros(offset | stop));
    int i = (int) (offset >>> Page.BITS);
    CellPage page = pages[i];
    if (page == null) {
      page = new CellPage(shift);
      pages[i] = page;
    } else if (page.shift > shift) {
      page = page.split(shift);
      pages[i] = page;
    }
    return page;
  }

  @Override
  public void collect(AccessCollector to) {
    for (int number = 0; number < pages.length; number++) {
      CellPage page = pages[number];
      for (int i = 0; page != null && i < page.cells.length; i++) {
        long at = ((long) number << Page.BITS) + ((long) i << page.shift);
        int bytes = 1 << page.shift;
        switch (page.cells[i]) {
          case null -> {}
          case PastAccess past ->
              to.access(at, bytes, past.mode().outside(), past.place(), past.group().group());
          case ShadowCell cell ->
              cell.each(
                  p -> to.access(at, bytes, p.mode().outside(), p.place(), p.group().group()));
          default -> throw new IllegalStateException("no cell");
        }
      }
    }
  }
}

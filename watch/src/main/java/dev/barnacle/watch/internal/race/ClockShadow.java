package dev.barnacle.watch.internal.race;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The clock detector's memory of one block. A cell keeps the accesses that no later one dominates:
 * an access dominates one that is ordered before it if whatever races with that races with it, too
 * ({@link Manner#dominates}).
 */
final class ClockShadow extends RaceShadow {
  private static final int LARGEST_SHIFT = 4;
  private static final int RECENT = 16;

  private final ClockDetector detector;
  private final int region;
  private final long byteSize;
  private @Nullable CellPage[] pages;

  /** In local memory: the work-group that uses the block. */
  private @Nullable ClockGroup owner;

  /** The last accesses, to be used again for other cells. */
  private final @Nullable PastAccess[] recent = new @Nullable PastAccess[RECENT];

  private final List<Run> runs = new ArrayList<>();

  /** Bytes from start to end that race with an earlier access. */
  private record Run(PastAccess earlier, long start, long end) {}

  ClockShadow(ClockDetector detector, Region region, long byteSize) {
    super(region);
    this.detector = detector;
    this.region = region.index();
    this.byteSize = byteSize;
    this.pages = noPages(byteSize);
  }

  private static @Nullable CellPage[] noPages(long byteSize) {
    return new @Nullable CellPage[Math.toIntExact((byteSize + Page.BYTES - 1) >>> Page.BITS)];
  }

  @Override
  public void read(Accessor who, long offset, int bytes, int place) {
    access((ClockAccessor) who, offset, bytes, place, Manner.READ);
  }

  @Override
  public void write(Accessor who, long offset, int bytes, int place) {
    ClockAccessor me = (ClockAccessor) who;
    access(me, offset, bytes, place, Manner.WRITE);
    store(me, offset, bytes, null);
  }

  /** Tells the atomic locations in some bytes, but one, that a write has overwritten them. */
  private void store(ClockAccessor me, long offset, int bytes, @Nullable AtomicLocation but) {
    long last = offset + bytes - 1;
    long at = Math.max(0, offset - AtomicLocation.LARGEST + 1) & -AtomicLocation.SMALLEST;
    for (; at <= last; at += AtomicLocation.SMALLEST) {
      CellPage page = pages[(int) (at >>> Page.BITS)];
      if (page == null || page.locations == null) {
        at |= Page.BYTES - AtomicLocation.SMALLEST; // on to the next page
        continue;
      }
      AtomicLocation location = location(page, at);
      if (location != null && location != but && location.offset + location.bytes > offset) {
        location.store(me.group().find(me.item));
      }
    }
  }

  @Override
  public void atomic(Accessor who, long offset, int bytes, int place, AtomicAccess how) {
    ClockAccessor me = (ClockAccessor) who;
    own(me.group());
    MemoryScope scope = detector.reduce(how.scope(), region);
    AtomicLocation location = existing(offset, bytes);
    Clock foreign = Clock.EMPTY;
    if (how.kind() != AccessKind.ATOMIC_WRITE && location != null) {
      foreign = acquire(me, location, how.order(), scope);
    }
    access(me, offset, bytes, place, Manner.atomic(how.kind(), scope));
    if (how.kind().writes()) {
      store(me, offset, bytes, how.kind() == AccessKind.ATOMIC_WRITE ? null : location);
      AtomicLocation written = location == null ? make(offset, bytes) : location;
      written.writtenBy(access(me.group(), me.item, place, Manner.atomic(how.kind(), scope)));
      Heads heads = me.release(region, how.order(), scope, foreign);
      if (!heads.isEmpty()) {
        written.publish(me.order(), heads);
      }
    }
  }

  private Clock acquire(
      ClockAccessor me, AtomicLocation location, MemoryOrder order, MemoryScope scope) {
    if (!location.isEmpty()) {
      return me.acquire(location.readBy(me.order()), region, order, scope);
    }
    PastAccess writer = location.writer();
    if (writer != null && (writer.group() != me.group() || writer.item() != me.item)) {
      me.misses().noRelease(me.group(), me.item, writer);
    }
    return Clock.EMPTY;
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
      page(offset, offset + bytes).makeLocations()[slot(offset)] = location;
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

  private void access(ClockAccessor me, long offset, int bytes, int place, Manner manner) {
    long end = offset + bytes;
    if (offset < 0 || bytes < 0 || end > byteSize) {
      throw new IndexOutOfBoundsException(offset + " + " + bytes + " of " + byteSize);
    }
    ClockGroup group = me.group();
    own(group);
    PastAccess now = access(group, me.item, place, manner);
    Clock clock = group.clock(me.item, region);
    for (long at = offset; at < end; ) {
      long stop = Math.min(end, ((at >>> Page.BITS) + 1) << Page.BITS);
      CellPage page = page(at, stop);
      for (; at < stop; at += 1L << page.shift) {
        cell(page, at, now, clock);
      }
    }
    if (!runs.isEmpty()) {
      report(me, now);
    }
  }

  private PastAccess access(ClockGroup group, int item, int place, Manner manner) {
    PastAccess last = recent[place & (RECENT - 1)];
    long tick = group.tick(item);
    if (last != null
        && last.group() == group
        && last.item() == item
        && last.interval() == group.interval()
        && last.tick() == tick
        && last.place() == place
        && last.manner() == manner) {
      return last;
    }
    PastAccess now = new PastAccess(group, item, group.interval(), tick, place, manner);
    recent[place & (RECENT - 1)] = now;
    return now;
  }

  private void cell(CellPage page, long at, PastAccess now, Clock clock) {
    int i = ((int) at & (Page.BYTES - 1)) >>> page.shift;
    Object held = page.cells[i];
    if (held == null) {
      page.cells[i] = now;
    } else if (held instanceof PastAccess past) {
      single(page, i, at, past, now, clock);
    } else {
      Cell cell = (Cell) held;
      int before = runs.size();
      cell.racing(now, clock, past -> race(past, at, 1 << page.shift));
      if (runs.size() > before) {
        cell.settle();
      }
      cell.add(now, clock);
    }
  }

  private void single(CellPage page, int i, long at, PastAccess past, PastAccess now, Clock clock) {
    if (past.knownWith(now) && past.dominates(now)) {
      return; // it stands for the new one
    }
    boolean ordered = past.sameItem(now) || known(past, now, clock);
    if (ordered && now.dominates(past)) {
      page.cells[i] = now;
      return;
    }
    Cell cell = new Cell(region);
    cell.add(past, clock);
    if (!ordered && past.manner().conflicts(now.manner()) && !past.inclusive(now)) {
      race(past, at, 1 << page.shift);
      cell.settle();
    }
    cell.add(now, clock);
    page.cells[i] = cell;
  }

  private boolean known(PastAccess past, PastAccess now, Clock clock) {
    return (past.group() == now.group() && past.interval() < now.group().floor(region))
        || clock.knows(past);
  }

  private void race(PastAccess earlier, long at, int bytes) {
    for (int i = runs.size() - 1; i >= Math.max(0, runs.size() - RECENT); i--) {
      Run run = runs.get(i);
      if (run.earlier.equals(earlier) && run.end == at) {
        runs.set(i, new Run(earlier, run.start, at + bytes));
        return;
      }
    }
    runs.add(new Run(earlier, at, at + bytes));
  }

  private void report(ClockAccessor me, PastAccess now) {
    List<Run> told = List.copyOf(runs);
    runs.clear();
    for (Run run : told) {
      int between =
          run.earlier.group() == now.group()
              ? now.group().flagsBetween(run.earlier.interval(), now.interval())
              : 0;
      int bytes = (int) (run.end - run.start);
      Touch earlier = run.earlier.touch();
      NearMiss near = me.misses().find(run.earlier, now, region);
      detector.sink().race(new Race(this, run.start, bytes, earlier, now.touch(), between, near));
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
          case PastAccess past -> to.access(at, bytes, past.manner().outside(), past.place());
          case Cell cell -> cell.each(p -> to.access(at, bytes, p.manner().outside(), p.place()));
          default -> throw new IllegalStateException("no cell");
        }
      }
    }
  }
}

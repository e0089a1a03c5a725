package dev.barnacle.explore.internal.kernel.state;

import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.graph.Regions;
import dev.barnacle.explore.internal.kernel.graph.Release;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.MemoryRules;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An atomic object as what may still come sees it: the writes that may still be read or be the
 * last, and the operations that still keep someone from reading one of them or may be in a data
 * race.
 */
final class CellState {
  /**
   * An operation that may be in a race.
   *
   * @param item the work-item
   * @param time its epoch
   * @param what what it is
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed once made
  record Seen(int item, int time, long[] what) {}

  final Cell cell;
  final MemoryObject object;
  private final Execution x;
  private final Future future;
  private final @Nullable Outlook outlook;

  /** For each write, those behind it. */
  private final BitSet[] after;

  /** The event that is a write, null for the first. */
  private final Event[] writers;

  /** The writes that may be read, or be the last; then those to which others are compared. */
  private int[] kept = {};

  /** True if each of these has its place before or behind each other. */
  private boolean total;

  private final BitSet live = new BitSet();
  private boolean sequences;
  private final BitSet anchors = new BitSet();

  CellState(Execution x, Cell cell, MemoryObject object, Future future, @Nullable Outlook outlook) {
    this.outlook = outlook;
    this.x = x;
    this.cell = cell;
    this.object = object;
    this.future = future;
    int n = cell.writes();
    after = new BitSet[n];
    writers = new Event[n];
    for (Event e : cell.events()) {
      if (e.write() >= 0) {
        writers[e.write()] = e;
      }
    }
    for (int i = 0; i < n; i++) {
      after[i] = new BitSet(n);
      for (int k = 0; k < n; k++) {
        if (k != i && cell.isOrdered(i, k)) {
          after[i].set(k);
        }
      }
    }
    findLive();
    if (live.stream().anyMatch(this::goesOnFromOthers) || isGoneOnWith()) {
      live.set(0, n);
      sequences = true;
    }
  }

  private void findLive() {
    for (int w = 0; w < writers.length; w++) {
      live.set(w, cell.mayBeFinal(w));
    }
    for (int item : future.going()) {
      if (future.accesses(item, object)) {
        readable(item, live);
      }
    }
  }

  /** Adds the writes that a work-item may read now or later. */
  private void readable(int item, BitSet into) {
    BitSet known = known(item);
    boolean loads = future.loads(item, object);
    BitSet first = loads && isReader(item) ? next(item) : new BitSet();
    for (int w = 0; w < writers.length; w++) {
      boolean reads = cell.isLast(w) || (loads && !isPassed(w, first));
      if (reads && !after[w].intersects(known) && !isVain(item, w)) {
        into.set(w);
      }
    }
  }

  private boolean isVain(int item, int write) {
    return outlook != null && isReader(item) && outlook.isVain(x, item, write);
  }

  /**
   * Returns the writes that a work-item at a read of the object may read now, or that come before
   * what it may read now: where it waits for one to come, that is behind the last of a chain if it
   * is no store. Empty if nothing is known of it.
   */
  private BitSet next(int item) {
    BitSet next = new BitSet(writers.length);
    boolean update = x.item(item).op().kind == Op.Kind.ATOMIC_RMW;
    if (update || !future.isStoredByOthers(item, object)) {
      candidates(item, next);
    }
    return next;
  }

  /** Returns whether a write comes before each of some writes, if there are any. */
  private boolean isPassed(int write, BitSet others) {
    if (others.isEmpty()) {
      return false;
    }
    BitSet left = (BitSet) others.clone();
    left.andNot(after[write]);
    return left.isEmpty();
  }

  /** Adds the writes that a work-item at a read of the object may read, but for idle ones. */
  private void candidates(int item, BitSet into) {
    BitSet known = known(item);
    boolean update = x.item(item).op().kind == Op.Kind.ATOMIC_RMW;
    for (int w = 0; w < writers.length; w++) {
      boolean reads = cell.isLast(w) || (!update && !isIdle(item, w));
      if (reads && !after[w].intersects(known)) {
        into.set(w);
      }
    }
  }

  private boolean isIdle(int item, int write) {
    if (isReader(item)) {
      for (int idle : x.item(item).idle()) {
        if (idle == write) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether a work-item is at a read of the object. */
  boolean isReader(int item) {
    return x.item(item).status == Item.Status.READING && x.item(item).reading == cell.address;
  }

  /**
   * Finds what work-items that read it are sure to synchronise with. An acquiring read of whatever
   * write there is, and of each read-modify-write to come, joins what the releases of these writes
   * have in common. So before it, less need not be told apart.
   */
  void learn() {
    for (int item : future.going()) {
      if (isReader(item) && acquires(x.item(item)) && !future.isStoredByOthers(item, object)) {
        BitSet candidates = new BitSet(writers.length);
        candidates(item, candidates);
        Clock least = null;
        for (int w = candidates.nextSetBit(0); w >= 0; w = candidates.nextSetBit(w + 1)) {
          Clock clock = released(x.item(item).op(), w);
          least = least == null ? clock : least.meet(clock);
        }
        if (least != null) {
          future.learns(item, cell.region, least);
        }
      }
    }
  }

  private static boolean acquires(Item item) {
    Op op = item.op();
    return !item.readsPlainly()
        && op.says().order().acquires()
        && (op.kind != Op.Kind.COMPARE_EXCHANGE || op.says().failureOrder().acquires())
        && op.says().scope() == MemoryScope.DEVICE;
  }

  /** Returns what happens before an operation after it has read from a write. */
  private Clock released(Op op, int write) {
    Clock clock = Clock.NONE;
    for (Release r : cell.releases(write)) {
      if (r.scope() == op.says().scope() && (r.regions() & cell.region) != 0) {
        clock = clock.join(cell.region == Regions.GLOBAL ? r.globally() : r.locally());
      }
    }
    return clock;
  }

  /** Returns whether a release of a work-item may be gone on with by a store of it to come. */
  private boolean isGoneOnWith() {
    for (int w = 0; w < writers.length; w++) {
      for (Release r : cell.releases(w)) {
        if (writers[w] != null
            && r.item() == writers[w].item()
            && !x.item(r.item()).isOver()
            && future.stores(r.item(), object)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Gives the writes that a reader may read from now. */
  void candidates(int item, Words out) {
    BitSet set = new BitSet(writers.length);
    candidates(item, set);
    BitSet places = new BitSet();
    set.stream().map(this::place).filter(p -> p >= 0).forEach(places::set);
    out.addAll(places.toLongArray());
  }

  /** Returns whether it matters who has released what a read of a write synchronises with. */
  boolean hasSequences() {
    return sequences;
  }

  /** Returns the writes that operations see which happen before what a work-item does next. */
  private BitSet known(int item) {
    BitSet known = new BitSet(writers.length);
    Clock clock = MemoryRules.clock(x.item(item), cell.region);
    for (Event e : cell.events()) {
      int seen = e.writeSeen();
      if (seen >= 0 && (e.item() == item || clock.get(e.item()) >= e.time())) {
        known.set(seen);
      }
    }
    return known;
  }

  /**
   * Returns whether who reads a write may synchronise with an earlier one of its work-item, beyond
   * what it gives itself: a release sequence.
   */
  private boolean goesOnFromOthers(int write) {
    Event writer = writers[write];
    if (writer == null || !writer.isStore()) {
      return false;
    }
    Release[] own = cell.releases(write);
    for (int w = 0; w < write; w++) {
      if (writers[w] == null || writers[w].item() != writer.item()) {
        continue;
      }
      for (Release r : cell.releases(w)) {
        if (r.item() == writer.item() && Release.with(own, r) != own) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the writes that may be read or be the last. */
  BitSet live() {
    return live;
  }

  /** Returns the event that is a write, null for the first. */
  Event writer(int write) {
    return writers[write];
  }

  /**
   * Finds the writes that matter.
   *
   * @param learnt for each work-item the last of its epochs that others may come to know
   */
  void find(int[] learnt) {
    for (Event e : cell.events()) {
      if (e.writeSeen() >= 0 && constrains(e, learnt)) {
        anchor(e.writeSeen());
      }
    }
    order();
  }

  /** Finds the operations that one to come may be in a race with, which is not ordered with it. */
  List<Seen> races() {
    List<Seen> list = new ArrayList<>();
    for (Event e : cell.events()) {
      if (!future.isKnown(e.item(), e.time(), object, cell.region)) {
        long kind = (long) e.bytes() << 1 | (e.write() >= 0 ? 1 : 0);
        list.add(
            new Seen(
                e.item(), e.time(), new long[] {kind, e.scope().name().hashCode(), e.op().number}));
      }
    }
    return list;
  }

  /**
   * Gives what coherence forbids a work-item: for each write that is kept whether it is known of,
   * or one behind it. The less, the more it may read.
   *
   * @param clock what happens before
   * @param self the work-item whose operations happen before as well
   * @param time those up to this epoch
   */
  void view(Clock clock, int self, int time, Words out) {
    BitSet known = new BitSet(writers.length);
    for (Event e : cell.events()) {
      int seen = e.writeSeen();
      boolean before = e.item() == self ? e.time() <= time : clock.get(e.item()) >= e.time();
      if (seen >= 0 && before) {
        known.set(seen);
      }
    }
    int sum = 0;
    for (int w : kept) {
      int rank = after[w].intersects(known) ? 2 : known.get(w) ? 1 : 0;
      sum += rank;
      if (!total) {
        out.accept(rank);
      }
    }
    if (total) {
      out.accept(sum);
    }
  }

  private boolean isGoing(int item) {
    return Arrays.binarySearch(future.going(), item) >= 0;
  }

  /** Returns whether an operation may still keep someone from reading a write. */
  private boolean constrains(Event e, int[] learnt) {
    if (!isGoing(e.item()) && e.time() > learnt[e.item()]) {
      return false;
    }
    BitSet others = (BitSet) live.clone();
    others.andNot(after[e.writeSeen()]);
    others.clear(e.writeSeen());
    return !others.isEmpty();
  }

  private void anchor(int seen) {
    if (live.get(seen)) {
      return;
    }
    for (int w = live.nextSetBit(0); w >= 0; w = live.nextSetBit(w + 1)) {
      if (!after[w].get(seen) && !after[seen].get(w)) {
        anchors.set(seen);
      }
    }
  }

  /** Puts the writes into an order that is that of modification order as far as there is one. */
  private void order() {
    BitSet all = (BitSet) live.clone();
    all.or(anchors);
    Comparator<Integer> byPlace = Comparator.comparingInt(w -> before(w, all));
    kept =
        all.stream()
            .boxed()
            .sorted(byPlace.thenComparingLong(cell::value).thenComparingInt(w -> w))
            .mapToInt(w -> w)
            .toArray();
    total = true;
    for (int i = 1; i < kept.length; i++) {
      total &= after[kept[i - 1]].get(kept[i]);
    }
  }

  private int before(int write, BitSet among) {
    int count = 0;
    for (int w = among.nextSetBit(0); w >= 0; w = among.nextSetBit(w + 1)) {
      count += after[w].get(write) ? 1 : 0;
    }
    return count;
  }

  private long[] beside(int seen) {
    long[] sees = new long[(kept.length >> 5) + 1];
    for (int i = 0; i < kept.length; i++) {
      sees[i >> 5] |= relation(seen, kept[i]) << (2 * (i & 31));
    }
    return sees;
  }

  private long relation(int a, int b) {
    return a == b ? 1 : after[a].get(b) ? 2 : after[b].get(a) ? 3 : 0;
  }

  /** Returns the place of a write among those that are kept, -1 if it is not. */
  int place(int write) {
    for (int i = 0; i < kept.length; i++) {
      if (kept[i] == write) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the writes that are kept, in order. */
  int[] kept() {
    return kept;
  }

  /** Gives the writes, but for what a read of one may synchronise with. */
  void write(Words out) {
    out.accept(cell.address);
    out.accept(cell.size);
    out.accept(kept.length);
    for (int w : kept) {
      int chain = 0;
      while (!cell.isOneChain(kept[chain], w)) {
        chain++;
      }
      out.accept(cell.value(w));
      out.accept(
          (live.get(w) ? 1 : 0)
              | (cell.isLast(w) ? 2 : 0)
              | (cell.mayBeFinal(w) ? 4 : 0)
              | (w == 0 ? 8 : 0)
              | ((long) chain << 8));
      for (long word : beside(w)) {
        out.accept(word);
      }
    }
  }
}

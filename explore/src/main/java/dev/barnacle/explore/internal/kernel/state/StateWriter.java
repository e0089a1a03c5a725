package dev.barnacle.explore.internal.kernel.state;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.graph.Regions;
import dev.barnacle.explore.internal.kernel.graph.Release;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.ItemContent;
import dev.barnacle.explore.internal.kernel.item.Offers;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Writes the state of an execution ({@link States}). */
final class StateWriter {
  private final States rules;
  private final Execution x;
  private final @Nullable Outlook outlook;
  private final Future future;
  private final Past past;
  private final Times times;
  private final long[][] contents;
  private final Bytes bytes;
  private final List<CellState> cells = new ArrayList<>();
  private final List<List<CellState.Seen>> events = new ArrayList<>();
  private final List<Cell> others = new ArrayList<>();
  private final Map<Long, CellState> byAddress = new HashMap<>();

  /** The writes that are still to be offered, and to whom. */
  private List<Offers.Offer> offers = List.of();

  /** The ranks of what happens before later operations; the less, the more may come. */
  private final Words known = new Words();

  StateWriter(States rules, Execution x, @Nullable Outlook outlook) {
    this.rules = rules;
    this.x = x;
    this.outlook = outlook;
    contents = new long[x.items()][];
    future = new Future(x, rules.writes());
    past = new Past(x, future);
    times = new Times(x.items());
    for (Cell cell : x.memory().cells()) {
      MemoryObject object = Objects.requireNonNull(x.memory().object(Address.object(cell.address)));
      if (future.isAccessed(object)) {
        CellState state = new CellState(x, cell, object, future, outlook);
        cells.add(state);
        byAddress.put(cell.address, state);
      } else {
        others.add(cell);
      }
    }
    cells.forEach(CellState::learn);
    bytes = new Bytes(x, future);
  }

  StateKey key(int reader) {
    offers = x.offers().all(reader);
    findEvents();
    findTimes();
    Labels labels = Labels.of(x, contents(), rules.groups(), rules.members());
    Words out = new Words();
    times.write(labels, out);
    out.accept(x.isFaulty() ? 1 : 0);
    for (int label = 0; label < x.items(); label++) {
      item(labels.item(label), labels, out);
    }
    offers(labels, out);
    bytes.write(times, labels, out);
    for (int i = 0; i < cells.size(); i++) {
      cell(cells.get(i), events.get(i), labels, out);
    }
    for (Cell cell : others) {
      last(cell, out);
    }
    return StateKey.of(out, known);
  }

  private void findEvents() {
    int[] learnt = new int[x.items()];
    for (Clock clock : clocks()) {
      for (int i = 0; i < learnt.length; i++) {
        learnt[i] = Math.max(learnt[i], clock.get(i));
      }
    }
    for (CellState cell : cells) {
      boolean race = rules.races() || future.isAccessedPlainly(cell.object) || hasPlain(cell.cell);
      cell.find(learnt);
      events.add(race ? cell.races() : List.of());
    }
  }

  private static boolean hasPlain(Cell cell) {
    return Arrays.stream(cell.events()).anyMatch(Event::plain);
  }

  /** Returns what work-items know, and what they may come to know. */
  private List<Clock> clocks() {
    List<Clock> clocks = new ArrayList<>();
    for (int i : future.going()) {
      clocks.add(future.clock(i, Regions.GLOBAL));
      clocks.add(future.clock(i, Regions.LOCAL));
      clocks.add(x.item(i).doneInImages());
    }
    for (Release r : releases()) {
      clocks.add(r.globally());
      clocks.add(r.locally());
    }
    return clocks;
  }

  private List<Release> releases() {
    List<Release> all = new ArrayList<>();
    for (int i : future.going()) {
      for (Release[] list : lists(x.item(i))) {
        all.addAll(Arrays.asList(list));
      }
    }
    for (CellState cell : cells) {
      cell.live().stream().forEach(w -> all.addAll(Arrays.asList(cell.cell.releases(w))));
    }
    return all;
  }

  /** Returns the releases that a work-item's writes give, and that its fences acquire from. */
  private Release[][] lists(Item item) {
    return rules.acquires()
        ? new Release[][] {item.fences, item.readGlobal, item.readLocal}
        : new Release[][] {item.fences};
  }

  private void findTimes() {
    for (List<CellState.Seen> list : events) {
      for (CellState.Seen seen : list) {
        times.add(seen.item(), seen.time());
      }
    }
    for (int i : future.going()) {
      Item item = x.item(i);
      for (Release[] list : lists(item)) {
        addTimes(list, list == item.fences);
      }
    }
    for (CellState cell : cells) {
      cell.live().stream().forEach(w -> addTimes(cell.cell.releases(w), cell.hasSequences()));
    }
    bytes.addTo(times);
  }

  private void addTimes(Release[] list, boolean who) {
    for (Release r : list) {
      if (who || !isWide(r)) {
        times.add(r.item(), r.time());
      }
    }
  }

  /** Returns a hash of what each work-item holds and did. */
  private long[] contents() {
    Words[] all = new Words[x.items()];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Words();
      content(i, all[i]);
      contents[i] = all[i].toArray();
    }
    for (int i = 0; i < cells.size(); i++) {
      for (CellState.Seen seen : events.get(i)) {
        all[seen.item()].accept(cells.get(i).cell.address);
        all[seen.item()].accept(times.rank(seen.item(), seen.time()));
        all[seen.item()].addAll(seen.what());
      }
      for (int w : cells.get(i).kept()) {
        released(cells.get(i), w, all);
      }
    }
    bytes.describe(times, all);
    return Arrays.stream(all).mapToLong(Words::high).toArray();
  }

  private void released(CellState cell, int write, Words[] all) {
    for (Release r : cell.cell.releases(write)) {
      if (cell.hasSequences() || !isWide(r)) {
        all[r.item()].accept(cell.cell.address + cell.place(write));
        all[r.item()].accept(times.rank(r.item(), r.time()));
      }
    }
  }

  private void content(int index, Words out) {
    Item item = x.item(index);
    if (item.isOver()) {
      out.accept(item.status.name().hashCode());
      return;
    }
    ItemContent.write(x, item, rules.meets(), out);
    CellState cell = byAddress.get(item.reading);
    if (item.status == Item.Status.READING && cell != null) {
      boolean waits = item.isWaiting();
      choices(cell, waits ? new int[0] : item.idle(), out);
      choices(cell, waits ? offered(index, item.refused()) : item.refused(), out);
    }
  }

  /**
   * Returns those of some writes that are offered to a work-item: it waits, and takes no others.
   */
  private int[] offered(int index, int[] writes) {
    return Arrays.stream(writes)
        .filter(w -> offers.stream().anyMatch(o -> isOffered(o, index, w < 0 ? ~w : w)))
        .toArray();
  }

  private boolean isOffered(Offers.Offer offer, int index, int write) {
    return offer.write().write() == write
        && offer.write().address() == x.item(index).reading
        && offer.items().contains(index);
  }

  /** Writes that are kept, of those that a read refuses. */
  private static void choices(CellState cell, int[] writes, Words out) {
    TreeSet<Long> places = new TreeSet<>();
    for (int w : writes) {
      int place = cell.place(w < 0 ? ~w : w);
      if (place >= 0) {
        places.add((long) (w < 0 ? ~place : place));
      }
    }
    out.accept(places.size());
    places.forEach(out::accept);
  }

  private void item(int index, Labels labels, Words out) {
    out.addAll(contents[index]);
    Item item = x.item(index);
    if (item.isOver()) {
      return;
    }
    out.accept(2L * times.rank(index, item.time) + (times.has(index, item.time) ? 1 : 0));
    Clock global = future.clock(index, Regions.GLOBAL);
    Clock local = future.clock(index, Regions.LOCAL);
    times.write(global, index, labels, known);
    times.write(local, index, labels, known);
    views(global, local, index, Integer.MAX_VALUE);
    CellState cell = byAddress.get(item.reading);
    if (cell != null && cell.isReader(index) && !item.isWaiting()) {
      cell.candidates(index, out);
    }
    times.write(item.doneInImages(), index, labels, known);
    for (Release[] list : lists(item)) {
      releases(list, list == item.fences, labels, out);
    }
    past.ofItem(index, out);
  }

  /** Gives what coherence forbids who knows what happens before in global and in local memory. */
  private void views(Clock global, Clock local, int self, int time) {
    for (CellState cell : cells) {
      cell.view(cell.cell.region == Regions.LOCAL ? local : global, self, time, known);
    }
  }

  /** Gives the writes that are still to be offered, and to whom. */
  private void offers(Labels labels, Words out) {
    List<long[]> all = new ArrayList<>();
    for (Offers.Offer offered : offers) {
      Event write = offered.write();
      Words words = new Words();
      words.accept(write.address());
      CellState cell = byAddress.get(write.address());
      words.accept(cell == null ? -1 : cell.place(write.write()));
      int[] to =
          offered.items().stream()
              .filter(i -> outlook == null || !outlook.isVain(x, i, write.write()))
              .mapToInt(labels::label)
              .sorted()
              .toArray();
      Arrays.stream(to).forEach(words::accept);
      if (to.length > 0) {
        all.add(words.toArray());
      }
    }
    out.addSorted(all);
  }

  /**
   * Gives releases. Of those of one kind that reach all work-items, only what happens before all of
   * them together matters.
   *
   * @param who whether it matters who they are of
   */
  private void releases(Release[] list, boolean who, Labels labels, Words out) {
    List<Known> all = new ArrayList<>();
    Map<Long, Clock[]> joined = new HashMap<>();
    for (Release r : list) {
      long kind = kind(r);
      if (!who && isWide(r)) {
        joined.merge(
            kind,
            new Clock[] {r.globally(), r.locally()},
            (a, b) -> new Clock[] {a[0].join(b[0]), a[1].join(b[1])});
        continue;
      }
      long[] what = {kind, labels.label(r.item()), times.rank(r.item(), r.time())};
      all.add(new Known(what, r.item(), r.time(), r.global(), r.local()));
    }
    joined.forEach(
        (kind, clocks) -> all.add(new Known(new long[] {kind}, -1, 0, clocks[0], clocks[1])));
    all.sort((a, b) -> Arrays.compare(a.what(), b.what()));
    out.accept(all.size());
    for (Known k : all) {
      out.addAll(k.what());
      times.write(k.global(), k.item(), labels, known);
      times.write(k.local(), k.item(), labels, known);
      views(k.global(), k.local(), k.item(), k.time());
    }
  }

  /** Releases of one kind, and what happens before them. */
  @SuppressWarnings("ArrayRecordComponent") // never changed once made
  private record Known(long[] what, int item, int time, Clock global, Clock local) {}

  private static long kind(Release r) {
    return (long) r.scope().name().hashCode() << 8 | r.regions() << 1 | (r.sequential() ? 1 : 0);
  }

  private static boolean isWide(Release r) {
    return r.scope().compareTo(MemoryScope.DEVICE) >= 0;
  }

  private void cell(CellState cell, List<CellState.Seen> seen, Labels labels, Words out) {
    cell.write(out);
    for (int w : cell.kept()) {
      if (cell.live().get(w)) {
        releases(cell.cell.releases(w), cell.hasSequences(), labels, out);
        if (cell.writer(w) != null) {
          past.ofWrite(cell.writer(w), cell.cell.releases(w), out);
        }
      }
    }
    List<long[]> all = new ArrayList<>();
    for (CellState.Seen s : seen) {
      Words words = new Words();
      words.accept(labels.label(s.item()));
      words.accept(times.rank(s.item(), s.time()));
      words.addAll(s.what());
      all.add(words.toArray());
    }
    all.sort(Arrays::compare);
    long[] before = null;
    for (long[] words : all) {
      if (!Arrays.equals(before, words)) {
        out.addAll(words);
      }
      before = words;
    }
    out.accept(-1);
  }

  /** Gives the values that an atomic object may have at the end which nobody accesses any more. */
  private static void last(Cell cell, Words out) {
    TreeSet<Long> values = new TreeSet<>();
    for (int w = 0; w < cell.writes(); w++) {
      if (cell.mayBeFinal(w)) {
        values.add(cell.value(w));
      }
    }
    out.accept(cell.address);
    out.accept(values.size());
    values.forEach(out::accept);
  }
}

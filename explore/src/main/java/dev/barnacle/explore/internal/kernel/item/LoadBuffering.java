package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.graph.Regions;
import dev.barnacle.explore.internal.kernel.graph.Release;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Executions with cycles in program order and reads-from: a read that reads from a write which
 * comes of what is sequenced after it (load buffering). No axiom of Figure 2 forbids them as such.
 *
 * <p>They are found as revisits (Kokologiannakis and Vafeiadis, "HMC: Model checking for hardware
 * memory models", ASPLOS 2020). Where an execution has a write that comes, by program order and
 * reads-from, of what is sequenced after a read that may read from it, all begins again before the
 * read, which is given the value of that write. The execution counts once such a write has come
 * again. So that write does not need the read to have its value: there are no values out of thin
 * air, which the .cat files allow, and the prose of the specification does not mean.
 */
public final class LoadBuffering {
  /** The answer to a write that is offered to a read. */
  public enum Answer {
    /** It reads from it. */
    READS,
    /** The model forbids it. */
    FORBIDDEN,
    /**
     * It reads from it, by a model with less of happens-before: what was done since the read was
     * done without what the read, or a fence, synchronises with.
     */
    UNKNOWN
  }

  /** Why not everything was looked at. */
  public static final String LIMIT =
      "a read may read from a write that comes of what is sequenced after it (load buffering)";

  /** Why not everything was looked at where barriers do not order all memories. */
  public static final String BARRIER_LIMIT =
      "a read before a barrier may read from a write after it, as the barrier's flags do not name"
          + " that memory (load buffering)";

  private static final int MOST = 6;

  private final MemoryRules rules;
  private final Synchronization synchronization;

  LoadBuffering(MemoryRules rules, Synchronization synchronization) {
    this.rules = rules;
    this.synchronization = synchronization;
  }

  /** Looks at a write that is new: who may read from it, of those that came before. */
  void written(Execution x, Cell cell, Event write) {
    long value = cell.value(write.write());
    for (OpenReads.Pending p : x.open().pending()) {
      if (p.address() == write.address() && p.item() != write.item() && p.value() == value) {
        x.open(x.open().with(new OpenReads.Offer(p.event(), null, write.write())));
      }
    }
    for (Gap gap : x.open().gaps()) {
      if (gap.concerns(write)) {
        x.open(x.open().with(new OpenReads.Offer(-1, gap, write.write())));
      }
    }
    for (Event e : cell.events()) {
      boolean reads = e.from() >= 0 || e.from() == Event.PENDING;
      boolean displaced = e.write() >= 0 && e.write() == write.from();
      if (reads && !displaced && !e.plain() && e.item() != write.item() && !e.isBefore(write)) {
        guess(x, cell, e, write, value);
      }
    }
  }

  /**
   * Looks at a read-modify-write that reads from another one, which then cannot read from it: so
   * that it may, it comes before that one and reads what that has read.
   *
   * @param known what happens before it but for that read
   */
  void updating(Execution x, Item item, Cell cell, Event event, Clock known) {
    for (Event e : cell.events()) {
      boolean other = e.item() != item.place.index() && known.get(e.item()) < e.time();
      if (e.write() == event.from() && e.from() >= 0 && other) {
        long old = cell.value(e.from());
        if (AtomicAccess.writes(item, old)) {
          guess(x, cell, e, event, AtomicAccess.updated(item, item.op(), old));
        }
      }
    }
  }

  /** Looks at a read that may read a value from a write, if that comes of what is after it. */
  private static void guess(Execution x, Cell cell, Event read, Event write, long value) {
    boolean pending = read.from() < 0;
    boolean differs =
        pending
            || read.write() >= 0 // it stands behind the write in modification order
            || cell.value(read.from()) != value
            || cell.releases(read.from()).length > 0;
    if (!pending) {
      crosses(x, read, write, cell.value(read.from()) != value);
    }
    Revisit revisit = x.open().revisit(read.number());
    if (revisit != null && comesOf(x, read, write)) {
      x.buffers(false);
      if (differs && !revisit.has(value)) {
        x.revisit(new Execution.Guess(revisit, value));
      }
    }
  }

  /** Notes if a write comes after a read by a barrier alone, which does not order the two. */
  private static void crosses(Execution x, Event read, Event write, boolean differs) {
    for (Execution.Crossing c = x.crossings(); c != null; c = c.before()) {
      if (c.after() > read.number() && c.members().contains(read.item())) {
        if (comesOf(x, read, write, x.crossings())) {
          x.buffers(differs);
        }
        return;
      }
    }
  }

  /** Returns whether a write comes of what is sequenced after a read. */
  private static boolean comesOf(Execution x, Event read, Event write) {
    return comesOf(x, read, write, null);
  }

  /**
   * Returns the same if barriers order as well. Events have even numbers here: a barrier stands
   * between those before it and those after it, whether work-items have events there or not.
   */
  private static boolean comesOf(
      Execution x, Event read, Event write, Execution.@Nullable Crossing crossings) {
    int[] past = new int[x.actors()];
    Arrays.fill(past, -1);
    past[write.item()] = 2 * write.number();
    boolean again = true;
    while (again) {
      again = false;
      for (int i = write.number(); i >= 0; i--) {
        Event e = x.event(i);
        if (2 * i > past[e.item()] || e.from() <= 0) {
          continue;
        }
        Event source = x.write(e.address(), e.from());
        if (source != null
            && 2 * source.number() > past[source.item()]
            && !isBehind(source, read)) {
          past[source.item()] = 2 * source.number();
          again = true;
        }
      }
      for (Execution.Crossing c = crossings; c != null; c = c.before()) {
        again |= passed(past, c);
      }
    }
    return past[read.item()] > 2 * read.number();
  }

  /** Adds what all did before a barrier to what came before, if something behind it did. */
  private static boolean passed(int[] past, Execution.Crossing barrier) {
    boolean behind = false;
    for (int member : barrier.members()) {
      behind |= past[member] >= 2 * barrier.after();
    }
    boolean more = false;
    for (int member : barrier.members()) {
      if (behind && past[member] < 2 * barrier.after() - 1) {
        past[member] = 2 * barrier.after() - 1;
        more = true;
      }
    }
    return more;
  }

  /**
   * Returns whether a write is sequenced after a read of its object: coherence forbids such a
   * cycle.
   */
  private static boolean isBehind(Event write, Event read) {
    return write.item() == read.item()
        && write.number() > read.number()
        && write.address() == read.address();
  }

  /**
   * Returns an execution that begins again before a read, which is given a value that is new to it;
   * null if too many reads are open.
   */
  public @Nullable Execution begin(Execution.Guess guess) {
    Execution x = guess.revisit().begin();
    if (x.open().pending().size() >= MOST) {
      return null;
    }
    Item item = x.own(guess.revisit().reader());
    Op op = item.op();
    int number = Address.object(item.reading);
    MemoryObject object = Objects.requireNonNull(x.memory().object(number));
    Cell cell = x.memory().own(AtomicAccess.reading(x, item), number, Address.offset(item.reading));
    boolean update = AtomicAccess.writes(item, guess.value());
    MemoryOrder order = AtomicAccess.order(op, update);
    MemoryScope scope = op.says().scope();
    int write = update ? cell.writes() : -1;
    Event event =
        x.add(
            item, op, Event.ATOMIC, order, scope, cell.region, cell.address, Event.PENDING, write);
    rules.check(x, item, op, object, cell, event);
    if (update) {
      long value = AtomicAccess.updated(item, op, guess.value());
      cell.addWrite(value, AtomicAccess.released(item, order, scope, cell.region, Release.NONE));
      if (!cell.coherent(write, event.item(), event.region(cell.region))) {
        throw new IllegalStateException("a new write is before an old one");
      }
      item.effects++;
    }
    cell.add(event);
    x.open(
        x.open()
            .with(
                new OpenReads.Pending(
                    event.number(), event.item(), event.address(), guess.value(), List.of())));
    Revisit again = guess.revisit().again();
    if (again != null) {
      x.open(x.open().withOrigin(event.number(), again));
    }
    if (update) {
      written(x, cell, event);
      x.offer(event);
    }
    AtomicAccess.give(item, op, guess.value(), false);
    return x;
  }

  /** Offers the first of the writes that are to be offered. */
  public Answer take(Execution x) {
    OpenReads.Offer offer = x.open().offers().getFirst();
    OpenReads.Pending pending = x.open().pending(offer.event());
    Event read = x.event(offer.event());
    Event write = Objects.requireNonNull(x.write(read.address(), offer.write()));
    if (read.isBefore(write) || !comesOf(x, read, write)) {
      return Answer.FORBIDDEN; // it is looked at as a read of what is there
    }
    Item item = x.own(read.item());
    int number = Address.object(read.address());
    MemoryObject object = Objects.requireNonNull(x.memory().object(number));
    long offset = Address.offset(read.address());
    Cell cell = Objects.requireNonNull(x.memory().cell(number, offset));
    Release[] sequence = ReleaseSequence.of(x, item, object, cell, offer.write());
    Answer answer = synchronises(x, read, sequence, pending.met());
    if (answer == Answer.FORBIDDEN) {
      return answer;
    }
    cell = x.memory().own(cell, number, offset);
    if (read.write() < 0 && !cell.coherent(offer.write(), read)) {
      return Answer.FORBIDDEN;
    }
    if (read.write() >= 0) {
      Answer glued = glue(cell, read, offer.write(), sequence);
      if (glued == Answer.FORBIDDEN) {
        return glued;
      }
      answer = glued == Answer.UNKNOWN ? glued : answer;
    }
    synchronization.read(item, sequence, read.regions(), MemoryOrder.RELAXED, read.scope());
    Event known = read.reading(offer.write());
    cell.replace(known);
    x.replace(known);
    x.open(x.open().without(offer.event()));
    return answer;
  }

  /** Puts a read-modify-write right behind the write that it reads from. */
  private static Answer glue(Cell cell, Event update, int from, Release[] sequence) {
    boolean known = false; // by who may synchronise with that sequence
    for (Event e : cell.events()) {
      known |= e.from() >= 0 && cell.isOrBehind(update.write(), e.from());
    }
    if (!cell.glue(from, update.write())) {
      return Answer.FORBIDDEN;
    }
    cell.inherit(update.write(), sequence);
    return known && sequence.length > 0 ? Answer.UNKNOWN : Answer.READS;
  }

  /**
   * Has the read's work-item acquire from the write, unless the write then happens before something
   * that was done without that.
   */
  private Answer synchronises(
      Execution x, Event read, Release[] sequence, List<OpenReads.Met> barriers) {
    Answer answer = Answer.READS;
    for (Release r : sequence) {
      for (OpenReads.Met by : acquiring(x, read, r, barriers)) {
        if (!mayAcquire(x, read, r, by)) {
          return Answer.FORBIDDEN;
        }
        synchronization.acquire(x.own(read.item()), r, read.regions(), by.scope(), by.regions());
        answer = Answer.UNKNOWN;
      }
    }
    return answer;
  }

  /** Returns what acquires from a release: the read, fences and barriers behind it. */
  private List<OpenReads.Met> acquiring(
      Execution x, Event read, Release r, List<OpenReads.Met> barriers) {
    List<OpenReads.Met> all = new ArrayList<>();
    if (r.item() == read.item() || (r.regions() & read.regions()) == 0) {
      return all;
    }
    if (read.order().acquires()) {
      all.add(new OpenReads.Met(read.number(), read.scope(), read.regions()));
    }
    for (Event f : fences(x, read)) {
      all.add(new OpenReads.Met(f.number(), f.scope(), f.regions()));
    }
    all.addAll(barriers);
    all.removeIf(
        by ->
            (by.regions() & read.regions()) == 0
                || !synchronization.inclusive(r.item(), r.scope(), read.item(), by.scope()));
    return all;
  }

  /**
   * Returns whether what was done since may have been done if a release happens before it.
   *
   * @param by what acquires
   */
  private static boolean mayAcquire(Execution x, Event read, Release r, OpenReads.Met by) {
    boolean both = (r.regions() & by.regions()) == Regions.BOTH;
    int ordered = both ? Regions.BOTH : read.regions();
    for (int i = by.after() + 1; i < x.size(); i++) {
      Event e = x.event(i);
      Event source = e.from() > 0 ? x.write(e.address(), e.from()) : null;
      if (source != null
          && source.item() == read.item()
          && source.number() > by.after()
          && (source.regions() & ordered) != 0
          && r.isAfter(e)) {
        return false; // O-Rf: what reads it is before the write, which happens before it
      }
      if (e.item() == read.item()
          && (e.regions() & ordered) != 0
          && !isCoherent(x, e, r, ordered)) {
        return false; // O-Coh
      }
    }
    return true;
  }

  /** Returns whether an operation may have seen what it did, where a release is before it. */
  private static boolean isCoherent(Execution x, Event behind, Release r, int ordered) {
    if (behind.isFence() || behind.writeSeen() < 0) {
      return true;
    }
    int object = Address.object(behind.address());
    Cell cell = x.memory().own(x.memory().cell(behind), object, Address.offset(behind.address()));
    for (Event e : cell.events()) {
      if (e.writeSeen() >= 0
          && e.item() != behind.item()
          && (e.regions() & ordered) != 0
          && r.isAfter(e)
          && !cell.order(e.writeSeen(), behind.writeSeen())) {
        return false;
      }
    }
    return true;
  }

  private static List<Event> fences(Execution x, Event read) {
    List<Event> fences = new ArrayList<>();
    for (int i = read.number() + 1; i < x.size(); i++) {
      Event e = x.event(i);
      if (e.isFence() && e.item() == read.item() && e.order().acquires()) {
        fences.add(e);
      }
    }
    return fences;
  }
}

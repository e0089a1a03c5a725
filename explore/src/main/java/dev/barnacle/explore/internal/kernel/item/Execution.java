package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.memory.Memory;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An execution as far as it has come: work-items, memory and graph. */
public final class Execution {
  private static final Event[] NONE = {};

  /** The owner of what may be changed in place. */
  Object token = new Object();

  private final Memory memory;
  private final Item[] items;
  private Event[] events = NONE;
  private int size;
  private Object eventsOwner = token;

  private final Offers offers;

  private final BiConsumer<Fault, Execution> listener;

  /** The asynchronous copies of each work-group; empty where the kernel makes none. */
  private PendingCopy.Group[] copies;

  /** The faults that were found, by kind and operations: each is reported once. */
  private Fault.Key[] told = {};

  private boolean quiet;

  /** True if what work-items do is kept. */
  private final boolean traced;

  private OpenReads open = OpenReads.NONE;

  private boolean doubtful;

  /** The reads to look at besides; not an execution's own. */
  private List<Guess> guesses = new ArrayList<>();

  private @Nullable Crossing crossings;

  private boolean crossed;

  /** Shared by all executions that began with one. */
  private final AtomicBoolean buffering;

  private @Nullable Step last;
  private int meetings;

  /** The number of the last state that was looked at, -1 for none. */
  private int state = -1;

  /**
   * Makes the execution in which nothing has happened.
   *
   * @param agents one for each work-group, where the kernel makes asynchronous copies
   * @param listener takes what is found wrong with executions that go on all the same
   * @param traced whether what work-items do is kept, to be drawn
   */
  public Execution(
      List<MemoryObject> objects,
      Item[] items,
      Item[] agents,
      BiConsumer<Fault, Execution> listener,
      boolean traced) {
    this.items = items;
    this.traced = traced;
    buffering = new AtomicBoolean();
    offers = new Offers(this);
    copies = new PendingCopy.Group[agents.length];
    for (int i = 0; i < agents.length; i++) {
      copies[i] = PendingCopy.Group.none(agents[i]);
    }
    this.listener = listener;
    memory = new Memory(token, objects);
  }

  private Execution(Execution other) {
    Object parent = new Object();
    memory = other.memory.fork(parent, token);
    other.token = parent;
    items = other.items.clone();
    copies = other.copies;
    events = other.events;
    eventsOwner = other; // nobody's: it is copied before it is written
    size = other.size;
    offers = other.offers.of(this);
    listener = other.listener;
    told = other.told;
    quiet = other.quiet;
    traced = other.traced;
    open = other.open;
    doubtful = other.doubtful;
    crossings = other.crossings;
    crossed = other.crossed;
    buffering = other.buffering;
    last = other.last;
    meetings = other.meetings;
    state = other.state;
  }

  /**
   * A read that may read from a write which comes of what is sequenced after it.
   *
   * @param value the value of that write
   */
  public record Guess(Revisit revisit, long value) {}

  /** Notes such a read. */
  void revisit(Guess guess) {
    guesses.add(guess);
  }

  /** Takes those that were noted and are new. An execution that is only tried out takes none. */
  public List<Guess> takeGuesses() {
    if (guesses.isEmpty()) {
      return List.of();
    }
    List<Guess> taken = guesses;
    guesses = new ArrayList<>();
    taken.removeIf(guess -> !guess.revisit().add(guess.value()));
    return taken;
  }

  OpenReads open() {
    return open;
  }

  void open(OpenReads changed) {
    open = changed;
  }

  /**
   * Returns whether it is no execution so far: a read has a value that nobody has written, or a
   * store is to come that stands between two others.
   */
  public boolean isOpen() {
    return open.isOpen();
  }

  /** Returns whether a write is to be offered to such a read, or to stand between others. */
  public boolean hasOffer() {
    return !open.offers().isEmpty();
  }

  /** Drops that offer. */
  public void decline() {
    open = open.withoutOffer();
  }

  /**
   * Takes a fault with which an execution ends where a read is open: that counts once its write has
   * come, for which the other work-items go on.
   */
  public void hold(Fault fault) {
    open = open.with(fault, true);
    quiet = true;
    for (Fault.Part part : fault.parts()) {
      own(part.item()).status = Item.Status.ENDED;
    }
  }

  /** Tells the faults that were held, where no read is open any more. */
  public void tellHeld() {
    if (isOpen()) {
      return;
    }
    List<Fault> held = open.held();
    open = open.withoutFaults();
    held.forEach(fault -> listener.accept(fault, this));
  }

  /** Notes that less happens before than should: it may be one that the model forbids. */
  public void doubt() {
    doubtful = true;
  }

  /** Returns whether it may be one that the model forbids. */
  public boolean isDoubtful() {
    return doubtful;
  }

  /**
   * A barrier that work-items came through.
   *
   * @param before the barriers before it
   * @param after how many events there were
   */
  public record Crossing(@Nullable Crossing before, int after, List<Integer> members) {}

  /** Notes that work-items have come through a barrier. */
  void cross(List<Integer> members) {
    crossings = new Crossing(crossings, size, List.copyOf(members));
  }

  /** Returns the barriers that work-items came through, the last first; null for none. */
  @Nullable Crossing crossings() {
    return crossings;
  }

  /**
   * Notes that a write comes of what is sequenced after a read of its object.
   *
   * @param crosses whether by a barrier that does not order them, and it is another value than the
   *     one that was read
   */
  void buffers(boolean crosses) {
    buffering.set(true);
    crossed |= crosses;
  }

  /**
   * Returns whether, in this execution or one that began with it, a write comes of what is
   * sequenced after a read of its object.
   */
  public boolean isBuffering() {
    return buffering.get();
  }

  /**
   * Returns the reads that may read from a later write which comes of what is sequenced after them,
   * if there will be one.
   */
  public List<Event> buffered() {
    List<Event> reads = new ArrayList<>();
    for (OpenReads.Origin o = open.origins(); crossings == null && o != null; o = o.before()) {
      reads.add(events[o.event()]);
    }
    for (int i = 0; crossings != null && i < size; i++) {
      if (events[i].from() >= 0 && !events[i].plain()) {
        reads.add(events[i]);
      }
    }
    return reads;
  }

  /** Returns the number of the last of its states that was looked at, -1 for none. */
  public int state() {
    return state;
  }

  /** Notes the number of its state. */
  public void state(int number) {
    state = number;
  }

  /** Returns whether nothing is to be offered, and no read or order of writes is to be decided. */
  public boolean isSettled() {
    return copies.length == 0
        && !doubtful
        && open.pending().isEmpty()
        && open.gaps().isEmpty()
        && open.offers().isEmpty()
        && open.held().isEmpty();
  }

  /** Returns the barriers that do not order all memory and that work-items came through. */
  public List<Crossing> barriers() {
    List<Crossing> list = new ArrayList<>();
    for (Crossing c = crossings; c != null; c = c.before()) {
      list.add(c);
    }
    return list.reversed();
  }

  /** Returns whether a read may read from a write behind a barrier that it stands before. */
  public boolean isCrossed() {
    return crossed;
  }

  /** Returns whether a fault that was held has ended it. */
  public boolean isOver() {
    return open.isOver();
  }

  /** Returns the event that is a write, null for an initial value. */
  @Nullable Event write(long address, int write) {
    for (int i = size - 1; i >= 0; i--) {
      if (events[i].write() == write && events[i].address() == address) {
        return events[i];
      }
    }
    return null;
  }

  /** Puts an event in the place of the one that has its number. */
  void replace(Event event) {
    events = events.clone();
    eventsOwner = token;
    events[event.number()] = event;
  }

  /** Returns how many have events: the work-items, and who copies for each work-group. */
  int actors() {
    return items.length + copies.length;
  }

  /** Returns a copy; both go on by themselves. */
  public Execution fork() {
    return new Execution(this);
  }

  /** Tells nobody what is wrong from here on: the execution is only tried out. */
  public void quiet() {
    quiet = true;
  }

  /**
   * Notes what is wrong and does not keep the work-items from going on, as a run would: behind a
   * data race, a read gives what was written last.
   */
  void note(Fault fault) {
    Fault.Key key = fault.key();
    for (Fault.Key k : told) {
      if (k.equals(key)) {
        return;
      }
    }
    told = Arrays.copyOf(told, told.length + 1);
    told[told.length - 1] = key;
    if (!quiet && isOpen()) {
      open = open.with(fault, false);
    } else if (!quiet) {
      listener.accept(fault, this);
    }
  }

  /** Returns whether something is wrong with it: what it comes to is no answer of the program. */
  public boolean isFaulty() {
    return told.length > 0;
  }

  /** Returns the memory. */
  public Memory memory() {
    return memory;
  }

  /** Returns the number of work-items. */
  public int items() {
    return items.length;
  }

  /** Returns the first work-item of a work-group; the others follow it. */
  public int firstOf(int group) {
    int low = 0;
    int high = items.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (items[middle].place.group() < group) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns a work-item to look at. */
  public Item item(int index) {
    return items[index];
  }

  /** Returns a work-item to change. */
  public Item own(int index) {
    Item mine = items[index].ownedBy(token);
    items[index] = mine;
    return mine;
  }

  /** Returns whether what work-items do is kept. */
  boolean isTraced() {
    return traced;
  }

  /** Keeps a plain access. */
  void trace(Item item, Op op, long address, int bytes, long value, boolean writes) {
    if (traced) {
      last =
          new Step(
              last,
              item.place.index(),
              op,
              null,
              new Step.Access(address, bytes, value, writes),
              0);
    }
  }

  /** Keeps that work-items have met. */
  void traceMeeting(List<Integer> members, Op op) {
    if (traced) {
      meetings++;
      for (int index : members) {
        last = new Step(last, index, op, null, Step.Access.NONE, meetings);
      }
    }
  }

  /** Returns what was done last; null if nothing is kept. */
  public @Nullable Step lastStep() {
    return last;
  }

  /** Returns whether the kernel makes asynchronous copies. */
  boolean hasCopies() {
    return copies.length > 0;
  }

  /** Returns the asynchronous copies of a work-group. */
  PendingCopy.Group copies(int group) {
    return copies[group];
  }

  /** Sets the asynchronous copies of a work-group. */
  void copies(int group, PendingCopy.Group changed) {
    copies = copies.clone();
    copies[group] = changed;
  }

  /** Returns who makes the asynchronous copies of a work-group, to change. */
  Item agent(int group) {
    Item agent = copies[group].agent().ownedBy(token);
    if (agent != copies[group].agent()) {
      copies(group, copies[group].with(agent));
    }
    return agent;
  }

  /** Returns how many events there are. */
  public int size() {
    return size;
  }

  /** Returns an event. */
  public Event event(int number) {
    return events[number];
  }

  /** Adds an event of a work-item that happens now. */
  Event add(
      Item item,
      Op op,
      int bytes,
      MemoryOrder order,
      MemoryScope scope,
      int regions,
      long address,
      int from,
      int write) {
    item.acted = true;
    item.stretch = Step.Stretch.NOTICED;
    Event event =
        new Event(
            size,
            item.place.index(),
            item.time,
            op,
            bytes,
            order,
            scope,
            regions,
            address,
            from,
            write,
            item.global,
            item.local);
    if (eventsOwner != token || size == events.length) {
      events = Arrays.copyOf(events, Math.max(16, eventsOwner != token ? size + 8 : 2 * size));
      eventsOwner = token;
    }
    events[size++] = event;
    if (traced && bytes != 0) {
      last = new Step(last, event.item(), op, event, new Step.Access(address, 0, 0, write >= 0), 0);
    }
    return event;
  }

  /** Notes that a write is to be offered to those that wait for one. */
  void offer(Event event) {
    offers.add(event);
  }

  /** Returns the writes that are still to be offered. */
  public Offers offers() {
    return offers;
  }
}

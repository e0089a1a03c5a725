package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.memory.Epoch;
import dev.barnacle.explore.internal.kernel.memory.Memory;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Atomic operations of unequal sizes on the same bytes. These are of different atomic objects, and
 * each of the two is to the other what a plain access is: modification order, and what is said of
 * it, is that of one object (OpenCL architecture, "Memory Ordering Rules"). Where nothing orders
 * two of them, and one writes, they are in a data race. Where the old ones happen before, the bytes
 * become an object of the new size, which begins with what they hold.
 */
public final class UnequalSizes {
  /** Why not everything was looked at. */
  public static final String LIMIT =
      "atomic operations of three sizes or kinds meet on the same bytes, and not all are in order";

  /** Thrown where that is so. */
  public static final class Unexplored extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unexplored() {
      super(null, null, false, false);
    }
  }

  /** The answer to an operation that a work-item comes to. */
  enum Answer {
    /** It is of an object of its size. */
    EQUAL,
    /** It is first to be chosen what the bytes hold. */
    CHOICE,
    /** It was made, as a plain access is. */
    DONE
  }

  private final MemoryRules rules;
  private final PlainAccess plain;

  UnequalSizes(MemoryRules rules, PlainAccess plain) {
    this.rules = rules;
    this.plain = plain;
  }

  /** Returns whether two operations are of one atomic object, if they are of the same bytes. */
  static boolean isOfOne(Event a, Op b) {
    boolean atomic = a.op().strength != null && b.strength != null;
    return atomic && a.op().elementBytes() == b.elementBytes();
  }

  /** Makes the bytes that an atomic operation is of one object, where they are none of its size. */
  Answer prepare(Execution x, Item item, Op op) throws FaultException {
    long address = Registers.get(item, op.kind == Op.Kind.ATOMIC_STORE ? op.b : op.a);
    List<Cell> others = others(x, item, op, address);
    if (others.isEmpty()) {
      return Answer.EQUAL;
    }
    boolean open = false;
    for (Cell cell : others) {
      int bits = cell.bits(address, op.elementBytes());
      open |= isPending(x, item, op, cell, bits);
      open |= isUnordered(item, op, cell, bits);
    }
    if (open) {
      return access(x, item, op, address);
    }
    if (!x.open().pending().isEmpty() || !x.open().gaps().isEmpty()) {
      throw new Unexplored();
    }
    return retire(x, item, op, others);
  }

  /** Returns the atomic objects of other sizes that some bytes belong to. */
  private List<Cell> others(Execution x, Item item, Op op, long address) {
    List<Cell> others = new ArrayList<>();
    Memory memory = x.memory();
    int bytes = op.elementBytes();
    MemoryObject object;
    try {
      object = rules.target(memory, item, op, address, bytes, op.kind != Op.Kind.ATOMIC_LOAD);
      MemoryRules.aligned(item, op, address, bytes);
    } catch (FaultException e) {
      return others; // told where the operation runs
    }
    for (int i = 0; object != null && i < bytes; i++) {
      Cell cell = memory.cell(object.number(), Address.offset(address) + i);
      boolean other = cell != null && (cell.size != bytes || cell.address != address);
      if (other && (others.isEmpty() || others.getLast() != cell)) {
        others.add(cell);
      }
    }
    return others;
  }

  /**
   * Returns whether others have come to reads of an object, which are still to be; nothing orders
   * these.
   */
  private boolean isPending(Execution x, Item item, Op op, Cell cell, int bits) {
    boolean pending = false;
    for (int i = 0; i < x.items(); i++) {
      Item other = x.item(i);
      if (other == item || !isReading(other, cell) || isPreparing(other, op)) {
        continue;
      }
      pending = true;
      if ((other.readingBytes & bits) != 0
          && (writes(op) || (!other.readsPlainly() && writes(other.op())))) {
        String name = x.memory().objects().get(Address.object(cell.address) - 1).name();
        Fault.Part there = MemoryRules.part(other, other.op());
        long offset = Address.offset(cell.address);
        x.note(new Fault.DataRace(there, MemoryRules.part(item, op), name, offset));
      }
    }
    return pending;
  }

  private static boolean isReading(Item item, Cell cell) {
    return item.status == Item.Status.READING && item.reading == cell.address;
  }

  /** Returns whether a work-item is about to make bytes those of an object of an operation. */
  private static boolean isPreparing(Item item, Op op) {
    return item.readsPlainly()
        && item.op().strength != null
        && item.op().elementBytes() == op.elementBytes();
  }

  private static boolean isKnown(Clock clock, Event event) {
    return clock.get(event.item()) >= event.time();
  }

  /**
   * Returns whether an operation on an object does not happen before; or not before what others do
   * as yet, where a load need not make the bytes another object.
   */
  private static boolean isUnordered(Item item, Op op, Cell cell, int bits) {
    boolean unordered = false;
    boolean races = false;
    boolean unknown = false;
    Clock clock = MemoryRules.clock(item, cell.region);
    for (Event e : cell.events()) {
      boolean own = e.item() == item.place.index();
      if (own ? e.time() < item.time || op.kind != Op.Kind.ATOMIC_LOAD : isKnown(clock, e)) {
        continue;
      }
      unordered = true;
      boolean meets = !own && (e.bytes() & bits) != 0;
      boolean one = e.plain() && isOfOne(e, op);
      races |= meets && !one && (e.write() >= 0 || writes(op));
      unknown |= meets && one && (e.write() >= 0 || op.kind != Op.Kind.ATOMIC_LOAD);
    }
    if (unknown && !races) {
      throw new Unexplored();
    }
    return unordered;
  }

  /** Returns whether an operation writes whatever it reads. */
  private static boolean writes(Op op) {
    return op.kind == Op.Kind.ATOMIC_STORE || op.kind == Op.Kind.ATOMIC_RMW;
  }

  /** Makes an operation that is no atomic one to those that are not ordered with it. */
  private Answer access(Execution x, Item item, Op op, long address) throws FaultException {
    boolean store = op.kind == Op.Kind.ATOMIC_STORE;
    Long old =
        plain.exchange(
            x,
            item,
            op,
            address,
            value ->
                store
                    ? (Long) Registers.get(item, op.a)
                    : AtomicAccess.writes(item, value)
                        ? (Long) AtomicAccess.updated(item, op, value)
                        : null);
    if (old != null && !store) {
      Registers.set(item, op, 0, Lanes.keep(old, op.bits, op.floating));
      item.spurious = false;
    }
    return old == null ? Answer.CHOICE : Answer.DONE;
  }

  /** Makes objects plain memory, of which an operation makes its own. */
  private Answer retire(Execution x, Item item, Op op, List<Cell> others) throws FaultException {
    long[] values = plain.values(x, item, op, others);
    if (values == null) {
      return Answer.CHOICE;
    }
    x.buffers(false); // states do not tell of what was before
    for (int i = 0; i < values.length; i++) {
      Cell old = others.get(i);
      int object = Address.object(old.address);
      Cell cell = x.memory().own(x.memory().cell(old.address), object, Address.offset(old.address));
      Event read = read(cell, item, op);
      Event writer = cell.write(read.from());
      long epoch = writer == null ? 0 : Epoch.of(writer.time(), writer.item(), writer.op().number);
      cell.end = read.number();
      wake(x, item, op, cell);
      x.memory().retire(cell, values[i], epoch);
      split(x.memory(), cell, op.elementBytes());
    }
    return Answer.EQUAL;
  }

  /** Has those come again to their operations who were to make bytes the same. */
  private static void wake(Execution x, Item item, Op op, Cell cell) {
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i) != item && isReading(x.item(i), cell) && isPreparing(x.item(i), op)) {
        Item other = x.own(i);
        other.status = Item.Status.READY;
        other.undecided = false;
        other.taken = Item.NOTHING;
        other.endWait();
      }
    }
  }

  /** Returns the read of an object by an operation that makes its bytes another's. */
  private static Event read(Cell cell, Item item, Op op) {
    for (int i = cell.events().length - 1; i >= 0; i--) {
      Event e = cell.events()[i];
      if (e.item() == item.place.index() && e.op() == op) {
        return e;
      }
    }
    throw new IllegalStateException("an object that is not read");
  }

  /** Makes smaller objects of what was one: all its bytes are atomic still. */
  private static void split(Memory memory, Cell old, int bytes) {
    int object = Address.object(old.address);
    for (int at = 0; at < old.size && bytes < old.size; at += bytes) {
      long offset = Address.offset(old.address) + at;
      long value = memory.value(object, offset, bytes);
      memory.makeCell(object, offset, bytes, old.region, old.address + at, value);
    }
  }
}

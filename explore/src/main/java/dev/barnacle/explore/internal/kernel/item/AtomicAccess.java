package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.MemoryStrength;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Lanes;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.code.PipeState;
import dev.barnacle.explore.internal.kernel.code.Updates;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.graph.ObjectBytes;
import dev.barnacle.explore.internal.kernel.graph.Regions;
import dev.barnacle.explore.internal.kernel.graph.Release;
import dev.barnacle.explore.internal.kernel.memory.Memory;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.PipeOperation;
import java.util.Arrays;
import java.util.Objects;

/** Atomic operations and fences, and plain accesses of atomic objects. */
public final class AtomicAccess {
  private final MemoryRules rules;
  private final Synchronization synchronization;

  private final LoadBuffering buffering;

  AtomicAccess(MemoryRules rules, Synchronization synchronization) {
    this.rules = rules;
    this.synchronization = synchronization;
    this.buffering = new LoadBuffering(rules, synchronization);
  }

  /** Returns what finds reads of later writes. */
  public LoadBuffering buffering() {
    return buffering;
  }

  /**
   * Checks where an atomic read goes to, and makes that an atomic object.
   *
   * @return false if it goes nowhere; it gives 0
   */
  boolean arrive(Execution x, Item item, Op op) throws ExploreException {
    try {
      reach(x, item, op);
      return true;
    } catch (FaultException f) {
      x.note(f.fault());
      Registers.set(item, op, 0, 0);
      return false;
    }
  }

  private void reach(Execution x, Item item, Op op) throws FaultException, ExploreException {
    boolean writes = op.kind != Op.Kind.ATOMIC_LOAD;
    long address = Registers.get(item, op.a);
    if (Address.object(address) == x.memory().objects().size() + 1 + item.place.index()) {
      throw new ExploreException(
          "explore knows no atomic object in private memory", op.source.location());
    }
    cell(x, item, op, address, op.elementBytes(), writes);
    item.reading = address;
    item.readingSize = op.elementBytes();
    item.readingBytes = Event.ATOMIC;
    item.choices++;
    item.spurious = false;
  }

  private Cell cell(Execution x, Item item, Op op, long address, int bytes, boolean writes)
      throws FaultException, ExploreException {
    MemoryObject object = rules.target(x.memory(), item, op, address, bytes, writes);
    if (object == null) {
      throw new ExploreException(
          "explore knows no atomic object in private memory", op.source.location());
    }
    MemoryRules.aligned(item, op, address, bytes);
    Memory memory = x.memory();
    long offset = Address.offset(address);
    Cell known = memory.cell(object.number(), offset);
    if (known != null) {
      return known;
    }
    long value = memory.value(object.number(), offset, bytes);
    return memory.makeCell(
        object.number(), offset, bytes, MemoryRules.region(object), address, value);
  }

  static Cell reading(Execution x, Item item) {
    return x.memory().cell(item.reading);
  }

  /**
   * Returns the writes that a work-item's read may read from, of those that there are; for a
   * compare-exchange that may fail spuriously, the complements of those that it may fail with.
   */
  public int[] candidates(Execution x, Item item) {
    Cell cell = reading(x, item);
    Clock clock = MemoryRules.clock(item, cell.region);
    int[] list = new int[2 * cell.writes()];
    int count = 0;
    boolean update = !item.readsPlainly() && isUpdate(item.op());
    boolean last = item.readingBytes == 0;
    for (int w = 0; w < cell.writes(); w++) {
      boolean writes = update && writes(item, cell.value(w));
      if (!cell.ownedBy(this).coherent(w, item.place.index(), clock)) {
        continue;
      }
      if (!(writes || last) || cell.isLast(w)) {
        list[count++] = w;
      }
      if (writes && item.op().source instanceof AtomicCompareExchange c && c.weak()) {
        list[count++] = ~w;
      }
    }
    return Arrays.copyOf(list, count);
  }

  private static boolean isUpdate(Op op) {
    return op.kind == Op.Kind.ATOMIC_RMW || op.kind == Op.Kind.COMPARE_EXCHANGE;
  }

  /** Returns whether an operation that reads a value writes as well. */
  static boolean writes(Item item, long value) {
    Op op = item.op();
    return switch (op.kind) {
      case ATOMIC_RMW -> true;
      case COMPARE_EXCHANGE ->
          Lanes.unsigned(value, op.bits) == Lanes.unsigned(Registers.get(item, op.b), op.bits);
      default -> false;
    };
  }

  /**
   * Has a work-item's read read from a write, and what follows from it.
   *
   * @param choice the write, or its complement for a compare-exchange that fails all the same
   * @return false if the model forbids it
   */
  public boolean perform(Execution x, Item item, int choice) {
    boolean spurious = choice < 0;
    int from = spurious ? ~choice : choice;
    int index = item.place.index();
    MemoryObject object = Objects.requireNonNull(x.memory().object(Address.object(item.reading)));
    Cell cell = x.memory().own(reading(x, item), object.number(), Address.offset(item.reading));
    Clock known = MemoryRules.clock(item, cell.region);
    if (!cell.coherent(from, index, known)) {
      return false;
    }
    Op op = item.op();
    if (from == 0 && !isDefined(x.memory(), object, cell, item.readingBytes)) {
      x.note(MemoryRules.unset(item, op, object, Address.offset(cell.address)));
    }
    long old = cell.value(from);
    boolean plain = item.readsPlainly();
    boolean update = !plain && !spurious && writes(item, old);
    if (update && !cell.isLast(from)) {
      return false;
    }
    MemoryOrder order = plain ? MemoryOrder.RELAXED : order(op, update);
    MemoryScope scope = plain ? MemoryScope.WORK_ITEM : op.says().scope();
    Release[] sequence = ReleaseSequence.of(x, item, object, cell, from);
    if (!plain) {
      synchronization.read(item, sequence, cell.region, order, scope);
    }
    Event event =
        x.add(
            item,
            op,
            item.readingBytes,
            order,
            scope,
            cell.region,
            cell.address,
            from,
            update ? cell.writes() : -1);
    if (!plain && item.revisit != null) {
      x.open(x.open().withOrigin(event.number(), item.revisit));
    }
    rules.check(x, item, op, object, cell, event);
    if (!plain && !spurious && isUpdate(op)) {
      buffering.updating(x, item, cell, event, known);
    }
    if (update) {
      long value = updated(item, op, old);
      Release[] own = released(item, order, scope, cell.region, sequence);
      cell.addUpdate(from, value, own);
      item.effects += value == old ? 0 : 1;
      buffering.written(x, cell, event);
      x.offer(event);
    }
    cell.add(event);
    if (plain) {
      item.taken = Arrays.copyOf(item.taken, item.taken.length + 1);
      item.taken[item.taken.length - 1] = old;
    } else {
      give(item, op, old, spurious);
    }
    item.status = Item.Status.READY;
    item.undecided = false;
    item.endWait();
    return true;
  }

  /** Has a work-item go on with what it has read. */
  static void give(Item item, Op op, long value, boolean spurious) {
    boolean pipe = op.source instanceof PipeOperation;
    long result = pipe ? PipeAccess.reserve(item, op, value) : value;
    Registers.set(item, op, 0, Lanes.keep(result, op.bits, op.floating));
    item.spurious = spurious;
    item.stretch = Step.Stretch.NONE;
    item.next[item.depth - 1]++;
    item.status = Item.Status.READY;
    item.undecided = false;
    item.endWait();
  }

  private static boolean isDefined(Memory memory, MemoryObject object, Cell cell, int bytes) {
    for (int i = 0; i < cell.size; i++) {
      if ((bytes >> i & 1) != 0
          && !memory.isDefined(object.number(), Address.offset(cell.address) + i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns what a read of a write by this work-item may synchronise with. */
  static Release[] released(
      Item item, MemoryOrder order, MemoryScope scope, int region, Release[] inherited) {
    Release[] list = inherited;
    for (Release fence : item.fences) {
      if ((fence.regions() & region) != 0) {
        list = Release.with(list, fence);
      }
    }
    return order.releases()
        ? Release.with(list, Synchronization.release(item, order, scope, region))
        : list;
  }

  static MemoryOrder order(Op op, boolean update) {
    return update ? op.says().order() : op.says().failureOrder();
  }

  static long updated(Item item, Op op, long old) {
    return switch (op.source) {
      case AtomicRmw rmw ->
          Updates.of(rmw.op(), old, Registers.get(item, op.b), op.bits, op.floating);
      case PipeOperation p -> old + PipeState.count(PipeAccess.reserve(item, op, old));
      default -> Registers.get(item, op.c);
    };
  }

  /** Runs an atomic store. */
  void store(Execution x, Item item, Op op) throws ExploreException {
    long address = Registers.get(item, op.b);
    try {
      Cell cell = cell(x, item, op, address, op.elementBytes(), true);
      write(x, item, op, cell, Event.ATOMIC, Registers.get(item, op.a));
    } catch (FaultException f) {
      x.note(f.fault());
    }
  }

  /**
   * Runs a store to an atomic object, or a plain one to some of its bytes: the others stay as they
   * were in the write that its work-item saw last.
   *
   * @param bytes which ({@link Event#bytes})
   */
  void write(Execution x, Item item, Op op, Cell shared, int bytes, long value) {
    boolean plain = bytes != Event.ATOMIC;
    MemoryObject object = Objects.requireNonNull(x.memory().object(Address.object(shared.address)));
    Cell cell = x.memory().own(shared, object.number(), Address.offset(shared.address));
    MemoryOrder order = plain ? MemoryOrder.RELAXED : order(op, true);
    MemoryScope scope = plain ? MemoryScope.WORK_ITEM : op.says().scope();
    Event event =
        x.add(item, op, bytes, order, scope, cell.region, cell.address, -1, cell.writes());
    rules.check(x, item, op, object, cell, event);
    Release[] released =
        plain ? Release.NONE : released(item, order, scope, cell.region, Release.NONE);
    int write =
        plain && bytes != ObjectBytes.all(cell)
            ? ObjectBytes.put(cell, event.item(), bytes, value)
            : cell.addWrite(value, released);
    if (!cell.coherent(write, event.item(), event.region(cell.region))) {
      throw new IllegalStateException("a new write is before an old one");
    }
    cell.add(event);
    item.effects++;
    if (!plain) {
      buffering.written(x, cell, event);
    }
    x.offer(event);
  }

  /** Runs a fence. */
  void fence(Execution x, Item item, Op op) {
    MemoryStrength says = op.says();
    if (says.flags().contains(FenceFlag.IMAGE) && says.order() != MemoryOrder.RELAXED) {
      item.imageFence = item.time++;
    }
    fence(x, item, op, says.order(), says.scope(), Regions.of(says.flags()));
  }

  void fence(Execution x, Item item, Op op, MemoryOrder order, MemoryScope scope, int regions) {
    if (order.acquires()) {
      synchronization.acquireFence(item, scope, regions);
    }
    x.add(item, op, Event.ATOMIC, order, scope, regions, 0, -1, -1);
    if (order.releases()) {
      item.fences = Release.with(item.fences, Synchronization.release(item, order, scope, regions));
    }
  }
}

package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.graph.ObjectBytes;
import dev.barnacle.explore.internal.kernel.memory.Epoch;
import dev.barnacle.explore.internal.kernel.memory.Memory;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.UndefConstant;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Plain loads and stores. Where there is no data race, a plain load reads the one write that is
 * visible to it, which is the last one of the execution so far; where there is one, the execution
 * ends. So nothing is to be chosen, but for plain loads of atomic objects.
 */
final class PlainAccess {
  private final MemoryRules rules;
  private final AtomicAccess atomic;

  /** The memory objects that some work-item may write, as {@link Targets} has them. */
  private final long written;

  /** Thrown where a plain load of an atomic object has more than one write to read from. */
  private static final class Choice extends Exception {
    private static final long serialVersionUID = 1;

    Choice() {
      super(null, null, false, false);
    }
  }

  PlainAccess(MemoryRules rules, AtomicAccess atomic, long written) {
    this.written = written;
    this.rules = rules;
    this.atomic = atomic;
  }

  /**
   * Runs an operation.
   *
   * @return false if it reads an atomic object and which write is to be chosen; it is then run
   *     again
   */
  boolean run(Execution x, Item item, Op op) throws FaultException {
    try {
      switch (op.kind) {
        case LOAD -> load(x, item, op);
        case STORE -> store(x, item, op);
        case MEMORY_COPY -> copy(x, item, op);
        default -> fill(x, item, op);
      }
    } catch (Choice c) {
      return false;
    } catch (FaultException f) {
      leaveOut(x, item, op, f);
    }
    item.taken = Item.NOTHING;
    return true;
  }

  /** Returns what an operation that is no load reads; a bad access gives 0. */
  long value(Execution x, Item item, Op op, long address, int bytes) throws ExploreException {
    try {
      return new Reader(x, item, op, false).read(address, bytes);
    } catch (Choice c) {
      throw atOnce(op);
    } catch (FaultException f) {
      x.note(f.fault());
      return 0;
    } finally {
      item.taken = Item.NOTHING;
    }
  }

  /**
   * Returns what atomic objects hold that are to be of another size.
   *
   * @return null if it is first to be chosen; it is then asked again
   */
  long @Nullable [] values(Execution x, Item item, Op op, List<Cell> cells) throws FaultException {
    Reader reader = new Reader(x, item, op, false);
    long[] values = new long[cells.size()];
    try {
      for (int i = 0; i < values.length; i++) {
        values[i] = reader.read(cells.get(i).address, cells.get(i).size);
      }
    } catch (Choice c) {
      return null;
    }
    item.taken = Item.NOTHING;
    return values;
  }

  /**
   * Makes an atomic operation of bytes that are of objects of other sizes.
   *
   * @param stored gives what it writes where it reads some value, null for nothing
   * @return what it has read; null if it is first to be chosen, and it is then made again
   */
  @Nullable Long exchange(
      Execution x, Item item, Op op, long address, LongFunction<@Nullable Long> stored)
      throws FaultException {
    Reader reader = new Reader(x, item, op, true);
    int bytes = op.elementBytes();
    long old;
    Long written;
    try {
      old = op.kind == Op.Kind.ATOMIC_STORE ? 0 : reader.read(address, bytes);
      written = stored.apply(old);
      if (written != null) {
        reader.beside(address, bytes);
      }
    } catch (Choice c) {
      return null;
    }
    if (written != null) {
      write(x, item, op, address, bytes, written);
    }
    item.taken = Item.NOTHING;
    return old;
  }

  private static ExploreException atOnce(Op op) {
    return new ExploreException(
        op.source.mnemonic() + " of an atomic object that others write at the same time",
        op.source.location());
  }

  /** Copies some bytes; a bad access is left out. */
  void transfer(Execution x, Item item, Op op, long target, long source, int bytes)
      throws ExploreException {
    for (int i = 0; i < bytes; ) {
      Cell cell = cell(x, source + i);
      int size = cell != null && cell.address == source + i ? Math.min(cell.size, bytes - i) : 1;
      long value = value(x, item, op, source + i, size);
      set(x, item, op, target + i, size, value);
      i += size;
    }
  }

  /** Writes what an operation that is no store gives; a bad access is left out. */
  void set(Execution x, Item item, Op op, long address, int bytes, long value)
      throws ExploreException {
    try {
      new Reader(x, item, op, false).beside(address, bytes);
      write(x, item, op, address, bytes, value);
    } catch (Choice c) {
      throw atOnce(op);
    } catch (FaultException f) {
      x.note(f.fault());
    }
    item.taken = Item.NOTHING;
  }

  /** Checks an access of some bytes, as if it were made now, and changes nothing. */
  void touch(Execution x, Item item, Op op, long address, int bytes, boolean writes) {
    MemoryObject object = x.memory().object(Address.object(address));
    long offset = Address.offset(address);
    if (object == null || offset < 0 || offset + bytes > object.size() || object.constant()) {
      return;
    }
    Memory memory = x.memory();
    int number = object.number();
    int self = item.place.index();
    Clock clock = MemoryRules.clock(item, MemoryRules.region(object));
    long epoch = Epoch.of(item.time, self, op.number);
    for (long at = offset; at < offset + bytes; at++) {
      long before =
          writes
              ? memory.race(number, at, true, self, clock)
              : memory.read(number, at, epoch, self, clock);
      if (before != 0) {
        x.note(rules.race(item, op, before, object, at));
      }
      if (writes) {
        memory.write(number, at, memory.get(number, at), epoch);
      }
    }
  }

  /** A bad access gives zeros, or writes nothing. */
  private static void leaveOut(Execution x, Item item, Op op, FaultException fault)
      throws FaultException {
    if (!fault.fault().isOfAccess()) {
      throw fault;
    }
    x.note(fault.fault());
    for (int i = 0; op.kind == Op.Kind.LOAD && i < op.lanes; i++) {
      Registers.set(item, op, i, 0);
    }
  }

  private void load(Execution x, Item item, Op op) throws FaultException, Choice {
    long address = Registers.get(item, op.a);
    MemoryRules.aligned(item, op, address, ((Load) op.source).alignment());
    int bytes = op.elementBytes();
    long[] values = new long[op.lanes];
    Reader reader = new Reader(x, item, op, true);
    for (int i = 0; i < op.lanes; i++) {
      values[i] = reader.read(address + (long) i * bytes, bytes);
    }
    for (int i = 0; i < op.lanes; i++) {
      Registers.set(item, op, i, loaded(values[i], op));
    }
    if (isPrivate(x, item, address) && !isAnySet(item, op, address)) {
      x.note(new Fault.UnwrittenPrivate(MemoryRules.part(item, op)));
    }
  }

  private static boolean isPrivate(Execution x, Item item, long address) {
    return Address.object(address) == x.memory().objects().size() + 1 + item.place.index();
  }

  /**
   * Returns whether some element of what is loaded was set; those of a vector need not all be used.
   */
  private static boolean isAnySet(Item item, Op op, long address) {
    int bytes = op.elementBytes();
    for (int i = 0; i < op.lanes; i++) {
      if (item.memory.isSet(Address.offset(address) + (long) i * bytes, bytes)) {
        return true;
      }
    }
    return false;
  }

  private static long loaded(long value, Op op) {
    return op.loaded(value);
  }

  private void store(Execution x, Item item, Op op) throws FaultException, Choice {
    Store store = (Store) op.source;
    long address = Registers.get(item, op.b);
    MemoryRules.aligned(item, op, address, store.alignment());
    int bytes = op.elementBytes();
    Reader reader = new Reader(x, item, op, false);
    for (int i = 0; i < op.lanes; i++) {
      if (store.writes(i)) {
        reader.beside(address + (long) i * bytes, bytes);
      }
    }
    for (int i = 0; i < op.lanes; i++) {
      if (store.writes(i)) {
        long value = Registers.get(item, op.a, i);
        write(x, item, op, address + (long) i * bytes, bytes, op.bits == 1 ? value & 1 : value);
      }
    }
  }

  private void copy(Execution x, Item item, Op op) throws FaultException, Choice {
    long target = Registers.get(item, op.a);
    long source = Registers.get(item, op.b);
    long size = Registers.get(item, op.c);
    if (size == 0) {
      return;
    }
    Reader reader = new Reader(x, item, op, false);
    reader.target(source, size);
    byte[] bytes = new byte[(int) size];
    for (int i = 0; i < bytes.length; ) {
      Cell cell = cell(x, source + i);
      if (cell != null && cell.address == source + i && cell.size <= bytes.length - i) {
        long value = reader.read(source + i, cell.size);
        for (int k = 0; k < cell.size; k++) {
          bytes[i++] = (byte) (value >> (8 * k));
        }
      } else {
        bytes[i] = (byte) reader.read(source + i, 1);
        i++;
      }
    }
    rules.target(x.memory(), item, op, target, size, true);
    reader.beside(target, size);
    writeBytes(x, item, op, target, bytes);
    if (isPrivate(x, item, source) && isPrivate(x, item, target)) {
      long from = Address.offset(source);
      for (int i = 0; i < size; i++) {
        if (!item.memory.isSet(from + i, 1)) {
          item.memory.forget(Address.offset(target) + i, 1);
        }
      }
    }
  }

  private void fill(Execution x, Item item, Op op) throws FaultException, Choice {
    long target = Registers.get(item, op.a);
    long size = Registers.get(item, op.c);
    if (size == 0) {
      return;
    }
    rules.target(x.memory(), item, op, target, size, true);
    if (op.source.operand(1) instanceof UndefConstant && isPrivate(x, item, target)) {
      item.memory.forget(Address.offset(target), size);
      return;
    }
    byte[] bytes = new byte[(int) size];
    Arrays.fill(bytes, (byte) Registers.get(item, op.b));
    new Reader(x, item, op, false).beside(target, size);
    writeBytes(x, item, op, target, bytes);
  }

  private void writeBytes(Execution x, Item item, Op op, long target, byte[] bytes)
      throws FaultException {
    for (int i = 0; i < bytes.length; ) {
      Cell cell = cell(x, target + i);
      int size = 1;
      if (cell != null && cell.address == target + i && cell.size <= bytes.length - i) {
        size = cell.size;
      }
      long value = 0;
      for (int k = 0; k < size; k++) {
        value |= (bytes[i + k] & 0xffL) << (8 * k);
      }
      write(x, item, op, target + i, size, value);
      i += size;
    }
  }

  private static @Nullable Cell cell(Execution x, long address) {
    MemoryObject object = x.memory().object(Address.object(address));
    long offset = Address.offset(address);
    return object == null || offset < 0 || offset >= object.size()
        ? null
        : x.memory().cell(object.number(), offset);
  }

  private void write(Execution x, Item item, Op op, long address, int bytes, long value)
      throws FaultException {
    MemoryObject object = rules.target(x.memory(), item, op, address, bytes, true);
    long offset = Address.offset(address);
    if (object == null) {
      item.memory.put(offset, bytes, value);
      return;
    }
    item.acted = true;
    item.stretch = item.stretch.with(op, address, bytes);
    if (x.memory().cell(object.number(), offset) == null) {
      x.trace(item, op, address, bytes, value, true);
    }
    for (int i = 0; i < bytes; ) {
      Cell cell = x.memory().cell(object.number(), offset + i);
      if (cell == null) {
        writeByte(x, item, op, object, offset + i, (byte) (value >> (8 * i)));
        i++;
      } else {
        ObjectBytes part = ObjectBytes.of(cell, address + i, bytes - i);
        atomic.write(x, item, op, cell, part.bits(), part.as(value >> (8 * i)));
        i += part.count();
      }
    }
  }

  private void writeByte(Execution x, Item item, Op op, MemoryObject object, long offset, byte b) {
    Memory memory = x.memory();
    int self = item.place.index();
    Clock clock = MemoryRules.clock(item, MemoryRules.region(object));
    long before = memory.race(object.number(), offset, true, self, clock);
    if (before != 0) {
      x.note(rules.race(item, op, before, object, offset));
    }
    long last = memory.lastWrite(object.number(), offset);
    if (memory.get(object.number(), offset) != b || last == 0 || Epoch.item(last) != self) {
      item.effects++;
    }
    memory.write(object.number(), offset, b, Epoch.of(item.time, self, op.number));
  }

  /** Reads elements for one operation. */
  private final class Reader {
    private final Execution x;
    private final Item item;
    private final Op op;
    private final boolean defined;
    private int choices;

    Reader(Execution x, Item item, Op op, boolean defined) {
      this.x = x;
      this.item = item;
      this.op = op;
      this.defined = defined;
    }

    @Nullable MemoryObject target(long address, long bytes) throws FaultException {
      return rules.target(x.memory(), item, op, address, bytes, false);
    }

    long read(long address, int bytes) throws FaultException, Choice {
      MemoryObject object = target(address, bytes);
      long offset = Address.offset(address);
      if (object == null) {
        return item.memory.get(offset, bytes);
      }
      Memory memory = x.memory();
      if (x.isTraced() && !object.constant() && memory.cell(object.number(), offset) == null) {
        x.trace(item, op, address, bytes, memory.value(object.number(), offset, bytes), false);
      }
      boolean shared = !object.constant() && (MemoryRules.set(object) & written) != 0;
      if (shared) {
        item.acted = true;
        item.stretch = Step.Stretch.NOTICED;
      }
      long value = 0;
      for (int i = 0; i < bytes; ) {
        Cell cell = memory.cell(object.number(), offset + i);
        if (cell == null) {
          value |= readByte(object, offset + i, shared) << (8 * i);
          i++;
        } else {
          ObjectBytes part = ObjectBytes.of(cell, address + i, bytes - i);
          value |= part.in(atomicValue(cell, part, part.bits())) << (8 * i);
          i += part.count();
        }
      }
      return value;
    }

    private long readByte(MemoryObject object, long offset, boolean shared) {
      Memory memory = x.memory();
      if (object.image()) {
        rules.fenced(x, item, op, object, offset);
      }
      if (shared) {
        Clock clock = MemoryRules.clock(item, MemoryRules.region(object));
        int self = item.place.index();
        long epoch = Epoch.of(item.time, self, op.number);
        long before = memory.read(object.number(), offset, epoch, self, clock);
        if (before != 0) {
          x.note(rules.race(item, op, before, object, offset));
        }
      }
      if (defined && !memory.isDefined(object.number(), offset)) {
        x.note(MemoryRules.unset(item, op, object, offset));
      }
      return memory.get(object.number(), offset) & 0xffL;
    }

    /**
     * Finds, before bytes are written, what atomic objects hold of which these are a part: the
     * other bytes stay as they are.
     */
    void beside(long address, long bytes) throws Choice {
      for (long i = 0; i < bytes; ) {
        Cell cell = cell(x, address + i);
        ObjectBytes part = cell == null ? null : ObjectBytes.of(cell, address + i, bytes - i);
        if (cell != null && part != null && !part.isAll(cell)) {
          atomicValue(cell, part, 0);
        }
        i += part == null ? 1 : part.count();
      }
    }

    private long atomicValue(Cell cell, ObjectBytes part, int bits) throws Choice {
      if (choices < item.taken.length) {
        return item.taken[choices++];
      }
      item.reading = cell.address;
      item.readingSize = cell.size;
      item.readingBytes = bits;
      int[] candidates = atomic.candidates(x, item);
      boolean same = bits != 0 && !part.isAll(cell) && part.isSame(cell, candidates);
      if ((candidates.length != 1 && !same) || !atomic.perform(x, item, candidates[0])) {
        throw new Choice();
      }
      return item.taken[choices++];
    }
  }
}

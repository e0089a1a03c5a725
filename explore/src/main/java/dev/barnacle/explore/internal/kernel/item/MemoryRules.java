package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.code.Targets;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Clock;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.graph.Regions;
import dev.barnacle.explore.internal.kernel.memory.Epoch;
import dev.barnacle.explore.internal.kernel.memory.Memory;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.AddressSpace;
import org.jspecify.annotations.Nullable;

/** The rules that an access must keep: bounds, alignment, and the rules of data races. */
public final class MemoryRules {
  private static final String PRIVATE = "private memory";

  private final KernelCode code;
  private final Synchronization synchronization;

  MemoryRules(KernelCode code, Synchronization synchronization) {
    this.code = code;
    this.synchronization = synchronization;
  }

  /** Returns the region of an object. */
  public static int region(MemoryObject object) {
    return object.image()
        ? Regions.IMAGE
        : object.space() == AddressSpace.LOCAL ? Regions.LOCAL : Regions.GLOBAL;
  }

  /** Returns an object as the sets of {@link Targets} have it. */
  public static long set(MemoryObject object) {
    return object.space() == AddressSpace.LOCAL ? Targets.LOCAL : Targets.object(object.number());
  }

  /** Returns what happens before now in a region. */
  public static Clock clock(Item item, int region) {
    return switch (region) {
      case Regions.GLOBAL -> item.global;
      case Regions.LOCAL -> item.local;
      default -> item.global.join(item.image);
    };
  }

  /**
   * Returns the object that an access goes to; null if it goes to the work-item's own private
   * memory.
   *
   * @throws FaultException if it goes elsewhere than into an object, or may not be
   */
  @Nullable MemoryObject target(
      Memory memory, Item item, Op op, long address, long bytes, boolean writes)
      throws FaultException {
    if (Address.object(address) == 0) {
      throw new FaultException(new Fault.NullPointer(part(item, op), writes, address != 0));
    }
    int number = Address.object(address);
    long offset = Address.offset(address);
    int own = memory.objects().size() + 1 + item.place.index();
    if (number == own) {
      if (offset < 0 || offset + bytes > item.stackPointer) {
        throw new FaultException(
            new Fault.OutsideObject(
                part(item, op), writes, bytes, PRIVATE, offset, item.stackPointer));
      }
      return null;
    }
    MemoryObject object = memory.object(number);
    boolean others = object != null && object.group() >= 0 && object.group() != item.place.group();
    if (object == null || others) {
      throw new FaultException(new Fault.OutsideAll(part(item, op), writes, bytes));
    }
    if (object.image() && offset >= object.size()) {
      throw new FaultException(new Fault.OutsideImage(part(item, op), writes, object.name()));
    }
    if (offset < 0 || offset + bytes > object.size()) {
      throw new FaultException(
          new Fault.OutsideObject(
              part(item, op), writes, bytes, object.name(), offset, object.size()));
    }
    if (writes && object.constant()) {
      throw new FaultException(new Fault.ConstantWrite(part(item, op), object.name(), offset));
    }
    return object;
  }

  /** Checks that an address is a multiple of a size. */
  static void aligned(Item item, Op op, long address, long alignment) throws FaultException {
    if (alignment > 1 && Address.offset(address) % alignment != 0) {
      throw new FaultException(
          new Fault.Misaligned(part(item, op), Address.offset(address), alignment));
    }
  }

  /** The fault of a read of what nothing was written to. */
  static Fault unset(Item item, Op op, MemoryObject object, long offset) {
    return new Fault.Unwritten(part(item, op), object.name(), offset);
  }

  /** The fault of an access and an earlier plain one. */
  Fault race(Item item, Op op, long before, MemoryObject object, long offset) {
    return race(
        new Fault.Part(Epoch.item(before), code.op(Epoch.op(before))),
        new Fault.Part(item.place.index(), op),
        object,
        offset);
  }

  /** Checks that a work-item reads no texel that it has written since its last fence of images. */
  void fenced(Execution x, Item item, Op op, MemoryObject object, long offset) {
    long write = x.memory().lastWrite(object.number(), offset);
    if (write != 0
        && Epoch.item(write) == item.place.index()
        && Epoch.time(write) > item.imageFence) {
      Fault.Part written = new Fault.Part(item.place.index(), code.op(Epoch.op(write)));
      x.note(new Fault.UnfencedTexel(written, part(item, op), object.name(), offset));
    }
  }

  private static Fault race(Fault.Part a, Fault.Part b, MemoryObject object, long offset) {
    return new Fault.DataRace(a, b, object.name(), offset);
  }

  /**
   * Checks an operation on an atomic object against those before it: O-Dr.
   *
   * @param events the operations on the object before it
   */
  void races(Execution x, Event[] events, Event now, MemoryObject object) {
    for (Event e : events) {
      boolean conflict = e.write() >= 0 || now.write() >= 0;
      if (conflict
          && e.item() != now.item()
          && (e.bytes() & now.bytes()) != 0
          && !e.isBefore(now)
          && !((e.plain() || now.plain()) && UnequalSizes.isOfOne(e, now.op()))
          && (e.plain()
              || now.plain()
              || !synchronization.inclusive(e.item(), e.scope(), now.item(), now.scope()))) {
        race(x, e, now, object);
      }
    }
  }

  private void race(Execution x, Event before, Event now, MemoryObject object) {
    Fault.Part first = new Fault.Part(before.item(), before.op());
    Fault.Part second = new Fault.Part(now.item(), now.op());
    x.note(race(first, second, object, Address.offset(now.address())));
  }

  /** Checks an operation on an atomic object against all accesses before it. */
  void check(Execution x, Item item, Op op, MemoryObject object, Cell cell, Event event) {
    races(x, cell.events(), event, object);
    for (Cell old : x.memory().retired()) {
      if (old.overlaps(cell.address, cell.size)) {
        unequal(x, old, cell, event, object);
      }
    }
    Clock clock = clock(item, cell.region);
    long offset = Address.offset(cell.address);
    for (int i = 0; i < cell.size; i++) {
      if ((event.bytes() >> i & 1) == 0) {
        continue;
      }
      long before =
          x.memory().race(object.number(), offset + i, event.write() >= 0, event.item(), clock);
      if (before != 0) {
        x.note(race(item, op, before, object, offset + i));
      }
    }
  }

  /** Checks an operation against those on an atomic object whose bytes were another's before. */
  private void unequal(Execution x, Cell old, Cell cell, Event now, MemoryObject object) {
    for (Event e : old.events()) {
      boolean conflict = e.write() >= 0 || now.write() >= 0;
      boolean meets = (old.bits(cell.address, cell.size) & e.bytes()) != 0;
      boolean own = e.item() == now.item() || e.number() == old.end;
      if (!conflict || !meets || own || e.isBefore(now)) {
        continue;
      }
      if (UnequalSizes.isOfOne(e, now.op())) {
        throw new UnequalSizes.Unexplored();
      }
      race(x, e, now, object);
    }
  }

  static Fault.Part part(Item item, Op op) {
    return new Fault.Part(item.place.index(), op);
  }
}

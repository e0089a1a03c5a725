package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.engine.SharedMemory;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.command.UnsetBytes;
import dev.barnacle.watch.internal.run.fault.AccessFault;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.fault.OutsideTexel;
import dev.barnacle.watch.internal.run.fault.TexelFault;
import dev.barnacle.watch.internal.run.memory.ImageOrdering;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import dev.barnacle.watch.internal.run.memory.WrittenBytes;
import java.util.Objects;
import java.util.function.Supplier;

/** Notes what is wrong with a single access, and lets faulty ones go elsewhere. */
final class AccessFaults {
  private final Faults faults;

  AccessFaults(Faults faults) {
    this.faults = faults;
  }

  private static Fault.Access access(WorkItem item, int place, boolean writes) {
    return item.access(place, item.launch.isAtomic(place) ? "atomic" : writes ? "write" : "read");
  }

  private void bad(FindingKind kind, int place, Supplier<Fault> fault) {
    faults.add(kind, place, fault);
  }

  /** A pointer that points into no object of the memory that is accessed. */
  long badPointer(
      WorkItem item, long pointer, int bytes, int place, boolean writes, AddressSpace space) {
    SharedMemory.Kind freed = item.launch.freed(pointer);
    WatchedObject left =
        freed == null && Pointers.tag(pointer) == 0 ? item.launch.near(pointer) : null;
    if (left != null) {
      AccessFault.Block memory = AccessFault.Block.of(left);
      outside(item, memory, pointer - left.address, bytes, place, writes);
    } else if (freed != null) {
      bad(
          FindingKind.USE_AFTER_FREE,
          place,
          () -> new AccessFault.Freed(access(item, place, writes), writes, freed));
    } else if (Pointers.tag(pointer) == 0) {
      bad(
          FindingKind.NULL_DEREFERENCE,
          place,
          () -> new AccessFault.Null(access(item, place, writes), writes, pointer));
    } else {
      bad(
          FindingKind.OUT_OF_BOUNDS,
          place,
          () -> new AccessFault.OtherSpace(access(item, place, writes), writes, space));
    }
    return item.scratch(bytes);
  }

  /**
   * An access that leaves its object, is misaligned, or writes or reads what may not be. What only
   * the flags of a buffer forbid is done all the same, as on most devices, and so is what would be
   * aligned if its object were.
   */
  long badAccess(
      WorkItem item,
      WatchedObject object,
      long offset,
      int bytes,
      int alignment,
      int place,
      boolean writes) {
    if (offset < 0
        || offset > object.byteSize - bytes
        || !(writes ? object.writable : object.readable)) {
      outside(item, object, offset, bytes, place, writes);
      boolean aligned = (object.address + offset & (alignment - 1)) == 0;
      if (aligned && isDone(object, offset, bytes, writes)) {
        return Memory.forbidden(item, object, offset, bytes, place, writes);
      }
    } else if ((offset & (alignment - 1)) == 0) {
      misplaced(item, object, offset, bytes, alignment, place, writes);
      return Memory.forbidden(item, object, offset, bytes, place, writes);
    } else {
      AccessFault.Block memory = AccessFault.Block.of(object);
      misaligned(item, memory, offset, bytes, alignment, place, writes);
    }
    return item.scratch(bytes);
  }

  /**
   * The same for an atomic access: where it is misaligned it can't be done.
   *
   * @param writes whether it is told as a write; else it is the read that may not be
   */
  long badAtomic(
      WorkItem item, WatchedObject object, long offset, int bytes, int place, boolean writes) {
    boolean inside = offset >= 0 && offset <= object.byteSize - bytes;
    if (inside && (offset & (bytes - 1)) == 0 && (object.address & (bytes - 1)) != 0) {
      misplaced(item, object, offset, bytes, bytes, place, true);
      return item.scratch(bytes);
    }
    return badAccess(item, object, offset, bytes, bytes, place, writes);
  }

  /** An access of memory that the program has given and that begins at any address. */
  private void misplaced(
      WorkItem item,
      WatchedObject object,
      long offset,
      int bytes,
      int alignment,
      int place,
      boolean writes) {
    bad(
        FindingKind.MISALIGNED,
        place,
        () ->
            new AccessFault.MisalignedObject(
                access(item, place, writes), writes, object, offset, bytes, alignment));
  }

  private void misaligned(
      WorkItem item,
      AccessFault.Block memory,
      long offset,
      int bytes,
      int alignment,
      int place,
      boolean writes) {
    bad(
        FindingKind.MISALIGNED,
        place,
        () ->
            new AccessFault.Misaligned(
                access(item, place, writes), writes, memory, offset, bytes, alignment));
  }

  /** An access that leaves its object or writes what may not be written. */
  void outside(
      WorkItem item, WatchedObject object, long offset, long bytes, int place, boolean writes) {
    SharedMemory.Kind undeclared = object.undeclared;
    if (isForbidden(object, offset, bytes) && undeclared != null) {
      bad(
          FindingKind.UNDECLARED_ACCESS,
          place,
          () ->
              new AccessFault.Undeclared(
                  access(item, place, writes), writes, object, offset, bytes, undeclared));
    } else if (isForbidden(object, offset, bytes)) {
      bad(
          writes ? FindingKind.WRITE_TO_CONSTANT : FindingKind.READ_OF_WRITE_ONLY,
          place,
          () ->
              new AccessFault.Forbidden(
                  access(item, place, writes), writes, object, offset, bytes));
    } else if (object.naming.imageSizes() > 0 && OutsideTexel.isOne(offset)) {
      bad(
          FindingKind.OUT_OF_BOUNDS,
          place,
          () ->
              new AccessFault.OutsideImage(
                  access(item, place, writes), writes, object, OutsideTexel.of(offset)));
    } else {
      outside(item, AccessFault.Block.of(object), offset, bytes, place, writes);
    }
  }

  private void outside(
      WorkItem item, AccessFault.Block memory, long offset, long bytes, int place, boolean writes) {
    bad(
        FindingKind.OUT_OF_BOUNDS,
        place,
        () ->
            new AccessFault.Outside(
                access(item, place, writes),
                writes,
                memory,
                offset,
                bytes,
                IndexOverflow.of(item, place, writes, offset)));
  }

  /** Returns whether a bad access is within its object. */
  private static boolean isForbidden(WatchedObject object, long offset, long bytes) {
    return offset >= 0 && bytes >= 0 && offset <= object.byteSize - bytes;
  }

  /** Returns whether a bad access is done all the same: only the flags of a buffer forbid it. */
  static boolean isDone(WatchedObject object, long offset, long bytes, boolean writes) {
    return isForbidden(object, offset, bytes) && !(writes && object.space == AddressSpace.CONSTANT);
  }

  /** A wrong access to private memory. */
  void badPrivate(
      WorkItem item, long pointer, int bytes, int alignment, int place, boolean writes) {
    int array = Pointers.array(pointer);
    long size = item.own.size(array);
    long offset = Pointers.privateOffset(pointer);
    AccessFault.Block memory = AccessFault.Block.ofPrivate(array, size);
    if (Pointers.item(pointer) != item.item) {
      bad(
          FindingKind.OUT_OF_BOUNDS,
          place,
          () ->
              new AccessFault.OthersPrivate(
                  access(item, place, writes), writes, memory, offset, bytes));
    } else if (offset < 0 || offset > size - bytes) {
      outside(item, memory, offset, bytes, place, writes);
    } else {
      misaligned(item, memory, offset, bytes, alignment, place, writes);
    }
  }

  /** A read of local memory that nothing has been written to. */
  void unwritten(
      WorkItem item,
      WatchedObject object,
      WrittenBytes written,
      long offset,
      int bytes,
      int place) {
    long first = written.firstUnwritten(offset, bytes);
    Location copy = written.copy(first);
    bad(
        FindingKind.UNINITIALIZED_READ,
        place,
        () ->
            new AccessFault.Unwritten(
                access(item, place, false),
                AccessFault.Block.of(object),
                first,
                offset,
                bytes,
                copy,
                false));
  }

  /** A read of global memory that nobody has written, or holds a copy of such memory. */
  void unset(WorkItem item, WatchedObject object, long offset, int bytes, int place) {
    UnsetBytes unset = Objects.requireNonNull(object.unset);
    long first = unset.first(object.address + offset, bytes);
    if (first < 0) {
      return; // another thread has just written it
    }
    Location copy = unset.copy(first);
    bad(
        FindingKind.UNINITIALIZED_READ,
        place,
        () ->
            new AccessFault.Unwritten(
                access(item, place, false),
                AccessFault.Block.of(object),
                first - object.address,
                offset,
                bytes,
                copy,
                false));
  }

  /** A read of private memory that nothing has been written to. */
  void unwrittenPrivate(
      WorkItem item, long pointer, WrittenBytes written, long at, int bytes, int place) {
    int array = Pointers.array(pointer);
    long offset = Pointers.privateOffset(pointer);
    long unwritten = written.firstUnwritten(at, bytes);
    Location copy = written.copy(unwritten);
    bad(
        FindingKind.UNINITIALIZED_READ,
        place,
        () ->
            new AccessFault.Unwritten(
                access(item, place, false),
                AccessFault.Block.ofPrivate(array, item.own.size(array)),
                unwritten - at + offset,
                offset,
                bytes,
                copy,
                item.own.hasEnded(array, item.item)));
  }

  /** A read of a texel: what the work-item has written itself needs a fence since. */
  void texel(
      WorkItem item,
      ImageOrdering texels,
      WatchedObject object,
      long offset,
      int bytes,
      int place) {
    Group group = item.group();
    int fences = group.imageFences(item.item);
    int write = texels.unfenced(group.shape().number(), item.item, fences, offset);
    if (write >= 0) {
      bad(
          FindingKind.MISSING_FENCE,
          place,
          () ->
              new TexelFault(
                  item.access(write, "write"), item.access(place, "read"), object, offset, bytes));
    }
  }

  /** An access to a component that a vector has not got. */
  void noLane(WorkItem item, long index, int lanes, int place) {
    boolean writes = item.launch.instruction(place) instanceof InsertElement;
    bad(
        FindingKind.OUT_OF_BOUNDS,
        place,
        () -> new AccessFault.OutsideVector(access(item, place, writes), writes, index, lanes));
  }

  void divisionByZero(WorkItem item, int place) {
    bad(
        FindingKind.DIVISION_BY_ZERO,
        place,
        () -> new AccessFault.ZeroDivision(item.access(place, "divide")));
  }
}

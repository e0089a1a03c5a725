package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.internal.race.access.AccessKind;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.PrivateArrayMemory;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import dev.barnacle.watch.internal.run.memory.WrittenBytes;
import org.jspecify.annotations.Nullable;

/**
 * Checks accesses of kernels to memory: the bounds of the object, alignment, whether it may be
 * written and has been, and races. Each method returns the address to access; of an access that is
 * reported it is scratch memory, so that the kernel goes on.
 */
public final class Memory {
  private static final AddressSpace[] SPACES = AddressSpace.values();
  private static final int OBJECT_SHIFT = 40;
  private static final int FIRST_GLOBAL = Pointers.GLOBAL << 22;
  private static final int FIRST_LOCAL = Pointers.LOCAL << 22;

  private Memory() {}

  /** Checks a read of global or constant memory. */
  public static long readGlobal(WorkItem item, long pointer, int bytes, int alignment, int place) {
    return readGlobal(item, pointer, bytes, alignment, place, true);
  }

  private static long readGlobal(
      WorkItem item, long pointer, int bytes, int alignment, int place, boolean checks) {
    WatchedObject object = global(item, pointer);
    if (object == null) {
      long known = resolve(item, pointer);
      return known == pointer
          ? item.accessFaults().badPointer(item, pointer, bytes, place, false, AddressSpace.GLOBAL)
          : readGlobal(item, known, bytes, alignment, place, checks);
    }
    long at = Pointers.offset(pointer);
    long address = object.address + at;
    if (at < 0
        || at > object.byteSize - bytes
        || (address & (alignment - 1)) != 0
        || !object.readable) {
      return item.accessFaults().badAccess(item, object, at, bytes, alignment, place, false);
    }
    RaceShadow races = object.races;
    if (races != null) {
      races.read(item.accessor, at + object.raceOffset, bytes, place);
      if (object.ownTexels != null) {
        item.accessFaults().texel(item, object.ownTexels, object, at, bytes, place);
      }
    }
    if (checks && object.isUnset(at, bytes)) {
      item.accessFaults().unset(item, object, at, bytes, place);
    }
    return address;
  }

  /** Notes an access of global memory that only the flags of a buffer forbid. */
  static long forbidden(
      WorkItem item, WatchedObject object, long at, int bytes, int place, boolean writes) {
    RaceShadow races = object.races;
    if (races != null && writes) {
      races.write(item.accessor, at + object.raceOffset, bytes, place);
    } else if (races != null) {
      races.read(item.accessor, at + object.raceOffset, bytes, place);
    }
    if (writes) {
      object.set(at, bytes);
    }
    return object.address + at;
  }

  /** Checks a read of global memory of which only a part is used. */
  public static long peekGlobal(WorkItem item, long pointer, int bytes, int alignment, int place) {
    return readGlobal(item, pointer, bytes, alignment, place, false);
  }

  /** Checks a write of global memory. */
  public static long writeGlobal(WorkItem item, long pointer, int bytes, int alignment, int place) {
    WatchedObject object = global(item, pointer);
    if (object == null) {
      long known = resolve(item, pointer);
      return known == pointer
          ? item.accessFaults().badPointer(item, pointer, bytes, place, true, AddressSpace.GLOBAL)
          : writeGlobal(item, known, bytes, alignment, place);
    }
    long at = Pointers.offset(pointer);
    long address = object.address + at;
    if (at < 0
        || at > object.byteSize - bytes
        || (address & (alignment - 1)) != 0
        || !object.writable) {
      return item.accessFaults().badAccess(item, object, at, bytes, alignment, place, true);
    }
    RaceShadow races = object.races;
    if (races != null) {
      races.write(item.accessor, at + object.raceOffset, bytes, place);
      if (object.ownTexels != null) {
        Group group = item.group();
        object.ownTexels.write(
            group.shape().number(), item.item, group.imageFences(item.item), at, place);
      }
    }
    object.set(at, bytes);
    return address;
  }

  /** Checks a read of local memory. */
  public static long readLocal(WorkItem item, long pointer, int bytes, int alignment, int place) {
    return readLocal(item, pointer, bytes, alignment, place, true);
  }

  /** Checks a read of local memory that may not have been written. */
  public static long peekLocal(WorkItem item, long pointer, int bytes, int alignment, int place) {
    return readLocal(item, pointer, bytes, alignment, place, false);
  }

  private static long readLocal(
      WorkItem item, long pointer, int bytes, int alignment, int place, boolean checks) {
    WatchedObject object = local(item, pointer);
    if (object == null) {
      return item.accessFaults().badPointer(item, pointer, bytes, place, false, AddressSpace.LOCAL);
    }
    long at = Pointers.offset(pointer);
    if (isOutside(object, at, bytes, alignment)) {
      return item.accessFaults().badAccess(item, object, at, bytes, alignment, place, false);
    }
    WrittenBytes written = object.written;
    if (checks && written != null && written.maybeNot(at, bytes) && !written.all(at, bytes)) {
      item.accessFaults().unwritten(item, object, written, at, bytes, place);
    }
    RaceShadow races = object.races;
    if (races != null) {
      races.read(item.accessor, at, bytes, place);
    }
    return object.address + at;
  }

  /** Checks a read of private memory that may not have been written. */
  public static long peekPrivate(WorkItem item, long pointer, int bytes, int alignment, int place) {
    long at = privateStart(item, pointer, bytes, alignment, place, false);
    return at < 0 ? item.scratch(bytes) : item.own.address() + at;
  }

  /** Checks a read through a generic pointer of memory that may not have been written. */
  public static long peekGeneric(WorkItem item, long pointer, int bytes, int alignment, int place) {
    return switch (Pointers.tag(pointer)) {
      case Pointers.LOCAL -> peekLocal(item, pointer, bytes, alignment, place);
      case Pointers.PRIVATE -> peekPrivate(item, pointer, bytes, alignment, place);
      default -> peekGlobal(item, pointer, bytes, alignment, place);
    };
  }

  /** Checks that a part of what is read next has been written; bounds are checked there. */
  public static void checkWritten(WorkItem item, long pointer, long skip, int bytes, int place) {
    if (Pointers.tag(pointer) == Pointers.PRIVATE) {
      long start = ownStart(item, pointer, skip, bytes);
      if (start >= 0 && !item.own.written().all(start, bytes)) {
        item.accessFaults()
            .unwrittenPrivate(item, pointer + skip, item.own.written(), start, bytes, place);
      }
      return;
    }
    WatchedObject object = object(item, pointer);
    if (object == null) {
      return;
    }
    WrittenBytes written = object.written;
    long at = Pointers.offset(pointer) + skip;
    boolean inside = at >= 0 && at <= object.byteSize - bytes;
    if (inside && written != null && !written.all(at, bytes)) {
      item.accessFaults().unwritten(item, object, written, at, bytes, place);
    } else if (inside && object.isUnset(at, bytes)) {
      item.accessFaults().unset(item, object, at, bytes, place);
    }
  }

  /** Checks that something of what is read next has been written; bounds are checked there. */
  public static void checkSomeWritten(
      WorkItem item, long pointer, long skip, int bytes, int place) {
    for (int i = 0; i < bytes; i++) {
      if (isWritten(item, Pointers.add(pointer, skip + i))) {
        return;
      }
    }
    checkWritten(item, pointer, skip, bytes, place);
  }

  /** Returns whether a byte has been written, or can't be known to be not. */
  private static boolean isWritten(WorkItem item, long pointer) {
    if (Pointers.tag(pointer) == Pointers.PRIVATE) {
      long start = ownStart(item, pointer, 0, 1);
      return start < 0 || item.own.written().all(start, 1);
    }
    WatchedObject object = object(item, pointer);
    long at = Pointers.offset(pointer);
    if (object == null || at < 0 || at >= object.byteSize) {
      return true;
    }
    return object.written == null ? !object.isUnset(at, 1) : object.written.all(at, 1);
  }

  /** Checks a read of global memory in a loop, of which nothing was known. */
  public static long readKnownGlobal(
      WorkItem item, long pointer, int bytes, int alignment, int place) {
    long address = readGlobal(item, pointer, bytes, alignment, place);
    item.knownReads.missed(item, pointer, address, bytes, place);
    return address;
  }

  /** The same of local memory. */
  public static long readKnownLocal(
      WorkItem item, long pointer, int bytes, int alignment, int place) {
    long address = readLocal(item, pointer, bytes, alignment, place);
    item.knownReads.missed(item, pointer, address, bytes, place);
    return address;
  }

  /** Checks a write of local memory. */
  public static long writeLocal(WorkItem item, long pointer, int bytes, int alignment, int place) {
    return writeLocal(item, pointer, bytes, alignment, place, true);
  }

  /** Checks a write of local memory after which its bytes do not count as written. */
  public static long pokeLocal(WorkItem item, long pointer, int bytes, int alignment, int place) {
    return writeLocal(item, pointer, bytes, alignment, place, false);
  }

  private static long writeLocal(
      WorkItem item, long pointer, int bytes, int alignment, int place, boolean marks) {
    WatchedObject object = local(item, pointer);
    if (object == null) {
      return item.accessFaults().badPointer(item, pointer, bytes, place, true, AddressSpace.LOCAL);
    }
    long at = Pointers.offset(pointer);
    if (isOutside(object, at, bytes, alignment)) {
      return item.accessFaults().badAccess(item, object, at, bytes, alignment, place, true);
    }
    WrittenBytes written = object.written;
    if (written != null && marks) {
      written.write(at, bytes);
    }
    RaceShadow races = object.races;
    if (races != null) {
      races.write(item.accessor, at, bytes, place);
    }
    return object.address + at;
  }

  /** Checks a write of private memory after which its bytes do not count as written. */
  public static long pokePrivate(WorkItem item, long pointer, int bytes, int alignment, int place) {
    long at = privateStart(item, pointer, bytes, alignment, place, true);
    return at < 0 ? item.scratch(bytes) : item.own.address() + at;
  }

  /** Checks a write through a generic pointer after which its bytes do not count as written. */
  public static long pokeGeneric(WorkItem item, long pointer, int bytes, int alignment, int place) {
    return switch (Pointers.tag(pointer)) {
      case Pointers.LOCAL -> pokeLocal(item, pointer, bytes, alignment, place);
      case Pointers.PRIVATE -> pokePrivate(item, pointer, bytes, alignment, place);
      default -> writeGlobal(item, pointer, bytes, alignment, place);
    };
  }

  /** A part of what is stored next counts as written; bounds are checked there. */
  public static void markWritten(WorkItem item, long pointer, long skip, int bytes) {
    if (Pointers.tag(pointer) == Pointers.PRIVATE) {
      long start = ownStart(item, pointer, skip, bytes);
      if (start >= 0) {
        item.own.written().write(start, bytes);
      }
      return;
    }
    WatchedObject object = object(item, pointer);
    long at = Pointers.offset(pointer) + skip;
    if (object == null || at < 0 || at > object.byteSize - bytes) {
      return;
    }
    if (object.written != null) {
      object.written.write(at, bytes);
    }
    object.set(at, bytes);
  }

  /** A byte holds what nobody has written, if there is such a byte. */
  static void forget(WorkItem item, long pointer, int place) {
    Location copy = item.launch.instruction(place).location();
    if (Pointers.tag(pointer) == Pointers.PRIVATE) {
      long start = ownStart(item, pointer, 0, 1);
      if (start >= 0) {
        item.own.written().clear(start, copy);
      }
      return;
    }
    WatchedObject object = object(item, pointer);
    long at = Pointers.offset(pointer);
    if (object != null && at >= 0 && at < object.byteSize) {
      if (object.written != null) {
        object.written.clear(at, copy);
      } else if (object.unset != null) {
        object.unset.set(object.address + at, 1, copy);
      }
    }
  }

  /** Checks a read of the work-item's private memory. */
  public static long readPrivate(WorkItem item, long pointer, int bytes, int alignment, int place) {
    long at = privateStart(item, pointer, bytes, alignment, place, false);
    if (at < 0) {
      return item.scratch(bytes);
    }
    PrivateArrayMemory own = item.own;
    if (!own.written().all(at, bytes)) {
      item.accessFaults().unwrittenPrivate(item, pointer, own.written(), at, bytes, place);
    }
    return own.address() + at;
  }

  /** Checks a write of the work-item's private memory. */
  public static long writePrivate(
      WorkItem item, long pointer, int bytes, int alignment, int place) {
    long at = privateStart(item, pointer, bytes, alignment, place, true);
    if (at < 0) {
      return item.scratch(bytes);
    }
    item.own.written().write(at, bytes);
    return item.own.address() + at;
  }

  /** Returns where the bytes are in the private memory of the group, or -1: not the item's own. */
  private static long ownStart(WorkItem item, long pointer, long skip, int bytes) {
    int array = Pointers.array(pointer);
    long at = Pointers.privateOffset(pointer) + skip;
    boolean inside = array < item.own.arrays() && at >= 0 && at <= item.own.size(array) - bytes;
    return inside && Pointers.item(pointer) == item.item
        ? item.own.start(array, item.item) + at
        : -1;
  }

  /** Returns where the bytes are in the private memory of the group, or -1 after a report. */
  static long privateStart(
      WorkItem item, long pointer, long bytes, int alignment, int place, boolean writes) {
    PrivateArrayMemory own = item.own;
    int array = Pointers.array(pointer);
    if (Pointers.tag(pointer) != Pointers.PRIVATE || array >= own.arrays()) {
      long unused =
          item.accessFaults()
              .badPointer(item, pointer, (int) bytes, place, writes, AddressSpace.PRIVATE);
      return -1;
    }
    long at = Pointers.privateOffset(pointer);
    if (at < 0
        || at > own.size(array) - bytes
        || (at & (alignment - 1)) != 0
        || Pointers.item(pointer) != item.item) {
      item.accessFaults().badPrivate(item, pointer, (int) bytes, alignment, place, writes);
      return -1;
    }
    return own.start(array, item.item) + at;
  }

  /** Checks a read through a generic pointer. */
  public static long readGeneric(WorkItem item, long pointer, int bytes, int alignment, int place) {
    return switch (Pointers.tag(pointer)) {
      case Pointers.LOCAL -> readLocal(item, pointer, bytes, alignment, place);
      case Pointers.PRIVATE -> readPrivate(item, pointer, bytes, alignment, place);
      default -> readGlobal(item, pointer, bytes, alignment, place);
    };
  }

  /** Checks a write through a generic pointer. */
  public static long writeGeneric(
      WorkItem item, long pointer, int bytes, int alignment, int place) {
    return switch (Pointers.tag(pointer)) {
      case Pointers.LOCAL -> writeLocal(item, pointer, bytes, alignment, place);
      case Pointers.PRIVATE -> writePrivate(item, pointer, bytes, alignment, place);
      default -> writeGlobal(item, pointer, bytes, alignment, place);
    };
  }

  /** Returns a pointer into shared virtual memory, an address, as one into its object. */
  static long resolve(WorkItem item, long pointer) {
    return Pointers.tag(pointer) == 0 ? item.launch.resolve(pointer) : pointer;
  }

  /** Returns the object of global memory that a pointer points into; null where there is none. */
  private static @Nullable WatchedObject global(WorkItem item, long pointer) {
    WatchedObject[] objects = item.globals;
    int number = (int) (pointer >>> OBJECT_SHIFT) - FIRST_GLOBAL;
    return number >= 0 && number < objects.length ? objects[number] : null;
  }

  /** The same of local memory. */
  private static @Nullable WatchedObject local(WorkItem item, long pointer) {
    WatchedObject[] objects = item.locals;
    int number = (int) (pointer >>> OBJECT_SHIFT) - FIRST_LOCAL;
    return number >= 0 && number < objects.length ? objects[number] : null;
  }

  /** Returns whether bytes are not all in an object of local memory, or not aligned. */
  private static boolean isOutside(WatchedObject object, long at, int bytes, int alignment) {
    return at < 0 || at > object.byteSize - bytes || (at & (alignment - 1)) != 0;
  }

  /** Returns the shared object that a pointer points into, or null where there is none. */
  static @Nullable WatchedObject object(WorkItem item, long pointer) {
    int number = Pointers.object(pointer);
    return switch (Pointers.tag(pointer)) {
      case Pointers.GLOBAL -> number < item.globals.length ? item.globals[number] : null;
      case Pointers.LOCAL -> number < item.locals.length ? item.locals[number] : null;
      default -> null;
    };
  }

  /** Returns the address of an atomic operation, after all checks but that for races. */
  static long atomicAddress(WorkItem item, long given, int bytes, int place) {
    long pointer = resolve(item, given);
    if (Pointers.tag(pointer) == Pointers.PRIVATE) {
      ArgumentChecks.privateAtomic(item, place);
      return writePrivate(item, pointer, bytes, bytes, place);
    }
    WatchedObject object = object(item, pointer);
    if (object == null) {
      return item.accessFaults()
          .badPointer(item, pointer, bytes, place, true, AddressSpace.GENERIC);
    }
    long at = Pointers.offset(pointer);
    AccessKind kind = item.launch.atomic(place).access().kind();
    boolean unwritable = !object.writable && kind.writes();
    boolean unreadable = !object.readable && kind.reads();
    if (at < 0
        || at > object.byteSize - bytes
        || ((object.address + at) & (bytes - 1)) != 0
        || object.undeclared != null
        || unwritable
        || unreadable) {
      boolean writes = unwritable || !unreadable;
      return item.accessFaults().badAtomic(item, object, at, bytes, place, writes);
    }
    return object.address + at;
  }

  /** A vector has no component with the index that is given. */
  public static void noLane(WorkItem item, long index, int lanes, int place) {
    item.accessFaults().noLane(item, index, lanes, place);
  }

  /** Returns whether a generic pointer points into an address space, 1 or 0. */
  public static int isIn(long pointer, int space) {
    return Pointers.isIn(pointer, SPACES[space]) ? 1 : 0;
  }
}

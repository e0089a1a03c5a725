package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.FindingKind;
import dev.barnacle.watch.command.UnsetBytes;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts into words what is wrong with a single access, and lets faulty ones go elsewhere. */
final class AccessFaults {
  /** Where the OpenCL C library has coordinates outside of an image ({@code NOWHERE} there). */
  private static final long NOWHERE = 1L << 38;

  private final Faults faults;

  AccessFaults(Faults faults) {
    this.faults = faults;
  }

  /**
   * What is said of a fault.
   *
   * @param detail what is wrong
   * @param target the memory; null where there is none
   * @param offset the first byte of it
   * @param why why it is wrong; may be empty
   * @param help what to do; may be empty
   */
  private record Words(
      String detail, Fault.@Nullable Target target, long offset, String why, String help) {}

  private static String access(WorkItem item, int place, boolean writes) {
    return item.launch.isAtomic(place) ? "atomic" : writes ? "write" : "read";
  }

  private void bad(
      WorkItem item, FindingKind kind, int place, boolean writes, Supplier<Words> words) {
    bad(item, kind, place, access(item, place, writes), words);
  }

  private void bad(
      WorkItem item, FindingKind kind, int place, String access, Supplier<Words> words) {
    faults.add(
        kind,
        place,
        () -> {
          Words said = words.get();
          return new Fault(
              kind,
              said.detail(),
              List.of(new Fault.Access(place, access, item.group().shape().number(), item.item)),
              said.target(),
              said.offset(),
              said.why(),
              said.help());
        });
  }

  /** A pointer that points into no object of the memory that is accessed. */
  long badPointer(
      WorkItem item, long pointer, int bytes, int place, boolean writes, AddressSpace space) {
    String verb = writes ? "write" : "read";
    if (item.launch.isFreed(pointer)) {
      bad(
          item,
          FindingKind.USE_AFTER_FREE,
          place,
          writes,
          () ->
              new Words(
                  verb + " of shared virtual memory that has been freed",
                  null,
                  0,
                  "",
                  "Free it behind the last kernel that uses it: with clEnqueueSVMFree, or with"
                      + " clSVMFree after clFinish."));
    } else if (Pointers.tag(pointer) == 0) {
      bad(
          item,
          FindingKind.NULL_DEREFERENCE,
          place,
          writes,
          () -> nullWords(new PointerRoot(item, place, writes), verb, pointer));
    } else {
      bad(
          item,
          FindingKind.OUT_OF_BOUNDS,
          place,
          writes,
          () ->
              new Words(
                  verb + " through a pointer that is not into " + space.keyword() + " memory",
                  null,
                  0,
                  "the pointer was made from an integer or converted from one into other memory",
                  "Compute the pointer from one that is into "
                      + space.keyword()
                      + " memory, and keep it inside of its object."));
    }
    return item.scratch(bytes);
  }

  private static Words nullWords(PointerRoot root, String verb, long pointer) {
    boolean isNull = pointer == 0 || root.isNullArgument();
    String through =
        isNull
            ? "a null pointer"
            : "a pointer that points to no object (0x" + Long.toHexString(pointer) + ")";
    return new Words(
        verb + " through " + through,
        null,
        0,
        root.isNullArgument() ? "argument '" + root.name() + "' is null in this launch" : "",
        isNull ? AccessAdvice.nullPointer(root) : "");
  }

  /**
   * An access that leaves its object, is misaligned, or writes or reads what may not be. What only
   * the flags of a buffer forbid is done all the same, as on most devices, and so is what would be
   * aligned if its object were.
   */
  long badAccess(
      WorkItem item,
      MemoryObject object,
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
      Supplier<Fault.Target> target = () -> Fault.Target.of(object, offset, bytes);
      misaligned(item, target, offset, bytes, alignment, place, writes);
    }
    return item.scratch(bytes);
  }

  /** The same for an atomic access: where it is misaligned it can't be done. */
  long badAtomic(WorkItem item, MemoryObject object, long offset, int bytes, int place) {
    boolean inside = offset >= 0 && offset <= object.byteSize - bytes;
    if (inside && (offset & (bytes - 1)) == 0 && (object.address & (bytes - 1)) != 0) {
      misplaced(item, object, offset, bytes, bytes, place, true);
      return item.scratch(bytes);
    }
    return badAccess(item, object, offset, bytes, bytes, place, true);
  }

  /** An access of memory that the program has given and that begins at any address. */
  private void misplaced(
      WorkItem item,
      MemoryObject object,
      long offset,
      int bytes,
      int alignment,
      int place,
      boolean writes) {
    bad(
        item,
        FindingKind.MISALIGNED,
        place,
        writes,
        () ->
            new Words(
                (writes ? "write" : "read")
                    + " of "
                    + bytes
                    + " bytes of memory that does not begin at a multiple of "
                    + alignment,
                Fault.Target.of(object, offset, bytes),
                offset,
                "it is memory of the host (CL_MEM_USE_HOST_PTR), which has to be aligned as its"
                    + " elements are",
                "Let the host's memory begin at a multiple of " + alignment + " bytes."));
  }

  private void misaligned(
      WorkItem item,
      Supplier<Fault.Target> target,
      long offset,
      int bytes,
      int alignment,
      int place,
      boolean writes) {
    bad(
        item,
        FindingKind.MISALIGNED,
        place,
        writes,
        () ->
            new Words(
                (writes ? "write" : "read")
                    + " of "
                    + bytes
                    + " bytes at offset "
                    + offset
                    + ", which is not a multiple of "
                    + alignment,
                target.get(),
                offset,
                "",
                AccessAdvice.misaligned(item.launch.instruction(place), offset, writes)));
  }

  /** An access that leaves its object or writes what may not be written. */
  void outside(
      WorkItem item, MemoryObject object, long offset, long bytes, int place, boolean writes) {
    if (isForbidden(object, offset, bytes)) {
      bad(
          item,
          writes ? FindingKind.WRITE_TO_CONSTANT : FindingKind.READ_OF_WRITE_ONLY,
          place,
          writes,
          () ->
              new Words(
                  forbiddenWords(object, writes),
                  Fault.Target.of(object, offset, bytes),
                  offset,
                  "",
                  AccessAdvice.forbidden(object, item.launch.isAtomic(place))));
      return;
    }
    if (offset == NOWHERE) {
      bad(item, FindingKind.OUT_OF_BOUNDS, place, writes, () -> nowhereWords(object, writes));
      return;
    }
    bad(
        item,
        FindingKind.OUT_OF_BOUNDS,
        place,
        writes,
        () ->
            outsideWords(
                item,
                new Outside(Fault.Target.of(object, offset, bytes), offset, bytes, object.byteSize),
                place,
                writes,
                AccessAdvice.outside(item, object, offset, bytes)));
  }

  private static Words nowhereWords(MemoryObject object, boolean writes) {
    return new Words(
        (writes ? "write to" : "read of") + " coordinates outside of the image",
        Fault.Target.whole(object),
        object.byteSize,
        "an image has texels from 0 up to its sizes less one only",
        AccessAdvice.coordinates(object, writes));
  }

  /** Tells whether a bad access is within its object. */
  private static boolean isForbidden(MemoryObject object, long offset, long bytes) {
    return offset >= 0 && bytes >= 0 && offset <= object.byteSize - bytes;
  }

  /** Tells whether a bad access is done all the same: only the flags of a buffer forbid it. */
  static boolean isDone(MemoryObject object, long offset, long bytes, boolean writes) {
    return isForbidden(object, offset, bytes) && !(writes && object.space == AddressSpace.CONSTANT);
  }

  private static String forbiddenWords(MemoryObject object, boolean writes) {
    return object.space == AddressSpace.CONSTANT && writes
        ? "kernels may only read it"
        : writes
            ? "the buffer is read-only for kernels (CL_MEM_READ_ONLY)"
            : "the buffer is write-only for kernels (CL_MEM_WRITE_ONLY)";
  }

  /** An access that leaves its object, which has {@code size} bytes. */
  private record Outside(Fault.Target target, long offset, long bytes, long size) {}

  private static Words outsideWords(
      WorkItem item, Outside outside, int place, boolean writes, String advice) {
    String detail = outsideWords(outside.bytes(), outside.offset(), outside.size(), writes);
    IndexOverflow.Wrap wrap = IndexOverflow.of(item, place, writes, outside.offset());
    if (wrap != null) {
      OverflowWords words =
          new OverflowWords(
              wrap, item.launch.instruction(place).location(), item.launch.code().sources());
      return new Words(detail, outside.target(), outside.offset(), words.why(), words.help());
    }
    return new Words(
        detail,
        outside.target(),
        outside.offset(),
        AccessAdvice.whyOutside(outside.target(), outside.offset(), outside.bytes()),
        advice.isEmpty() ? AccessAdvice.outside(outside.target()) : advice);
  }

  private static String outsideWords(long bytes, long offset, long size, boolean writes) {
    String where =
        offset < 0
            ? "beginning " + -offset + " bytes before the start of"
            : offset == size
                ? "right behind the end of"
                : offset > size ? (offset - size) + " bytes behind the end of" : "over the end of";
    return (writes ? "write of " : "read of ")
        + bytes
        + " bytes "
        + where
        + " an object of "
        + size
        + " bytes";
  }

  /** A wrong access to private memory. */
  void badPrivate(
      WorkItem item, long pointer, int bytes, int alignment, int place, boolean writes) {
    int array = Pointers.array(pointer);
    long size = item.own.size(array);
    long offset = Pointers.privateOffset(pointer);
    Naming naming = item.launch.privateName(array);
    Supplier<Fault.Target> target = () -> privateTarget(naming, size, naming.part(offset, bytes));
    if (Pointers.item(pointer) != item.item) {
      bad(
          item,
          FindingKind.OUT_OF_BOUNDS,
          place,
          writes,
          () ->
              new Words(
                  (writes ? "write to" : "read of") + " the private memory of another work-item",
                  target.get(),
                  offset,
                  "private memory is visible to its own work-item only",
                  "Share what it holds in local or global memory."));
    } else if (offset < 0 || offset > size - bytes) {
      bad(
          item,
          FindingKind.OUT_OF_BOUNDS,
          place,
          writes,
          () ->
              outsideWords(
                  item, new Outside(target.get(), offset, bytes, size), place, writes, ""));
    } else {
      misaligned(item, target, offset, bytes, alignment, place, writes);
    }
  }

  private static Fault.Target privateTarget(Naming naming, long byteSize, String part) {
    return Fault.Target.of(AddressSpace.PRIVATE, naming, byteSize, part);
  }

  /** A read of local memory that nothing has been written to. */
  void unwritten(
      WorkItem item, MemoryObject object, WrittenBytes written, long offset, int bytes, int place) {
    long first = written.firstUnwritten(offset, bytes);
    Location copy = written.copy(first);
    bad(
        item,
        FindingKind.UNINITIALIZED_READ,
        place,
        false,
        () -> {
          Fault.Target target = Fault.Target.at(object, first, offset, bytes);
          return copy == null
              ? new Words(
                  "read of local memory that no work-item of the group has written",
                  target,
                  first,
                  "local memory has no value when a work-group begins"
                      + new SetPlaces(item, place).ofShared(object),
                  "Write it first, with barrier(CLK_LOCAL_MEM_FENCE) between the write and the"
                      + " read.")
              : copied(target, first, copy);
        });
  }

  /** A read of global memory that nobody has written, or holds a copy of such memory. */
  void unset(WorkItem item, MemoryObject object, long offset, int bytes, int place) {
    UnsetBytes unset = Objects.requireNonNull(object.unset);
    long first = unset.first(object.address + offset, bytes);
    if (first < 0) {
      return; // another thread has just written it
    }
    Location copy = unset.copy(first);
    long at = first - object.address;
    bad(
        item,
        FindingKind.UNINITIALIZED_READ,
        place,
        false,
        () ->
            copy == null
                ? new Words(
                    "read of global memory that nobody has written",
                    Fault.Target.at(object, at, offset, bytes),
                    at,
                    AccessAdvice.whyUnset(object) + new SetPlaces(item, place).ofShared(object),
                    AccessAdvice.unset(object))
                : copied(Fault.Target.at(object, at, offset, bytes), at, copy));
  }

  /** The words for a read of bytes that a copy has brought. */
  private static Words copied(Fault.Target target, long offset, Location copy) {
    return new Words(
        "read of what has been copied from memory that nobody had written",
        target,
        offset,
        "the copy in line " + copy.line() + " took what had not been written",
        "Write what is copied in line " + copy.line() + " before the copy.");
  }

  /** A read of private memory that nothing has been written to. */
  void unwrittenPrivate(
      WorkItem item, long pointer, WrittenBytes written, long at, int bytes, int place) {
    int array = Pointers.array(pointer);
    long offset = Pointers.privateOffset(pointer);
    long unwritten = written.firstUnwritten(at, bytes);
    long first = unwritten - at + offset;
    Location copy = written.copy(unwritten);
    bad(
        item,
        FindingKind.UNINITIALIZED_READ,
        place,
        false,
        () -> {
          Naming naming = item.launch.privateName(array);
          String part = naming.partAt(first, offset, bytes);
          Fault.Target target = privateTarget(naming, item.own.size(array), part);
          if (copy != null) {
            return copied(target, first, copy);
          }
          return item.own.hasEnded(array, item.item)
              ? new Words(
                  "read of private memory whose lifetime has ended",
                  target,
                  first,
                  "the block or function in which it is declared has been left since it was"
                      + " written",
                  AccessAdvice.ended(target))
              : new Words(
                  "read of private memory that has not been written",
                  target,
                  first,
                  "a private variable has no value until one is written to it; "
                      + new SetPlaces(item, place)
                          .ofPrivate(item.launch.code().arrays().get(array), target.name(), first),
                  AccessAdvice.unwritten(new PointerRoot(item, place, false), target));
        });
  }

  /** An access to a component that a vector has not got. */
  void noLane(WorkItem item, long index, int lanes, int place) {
    boolean writes = item.launch.instruction(place) instanceof InsertElement;
    bad(
        item,
        FindingKind.OUT_OF_BOUNDS,
        place,
        writes,
        () ->
            new Words(
                (writes ? "write to" : "read of")
                    + " component "
                    + index
                    + " of a vector of "
                    + lanes,
                null,
                0,
                "a vector of " + lanes + " has the components 0 to " + (lanes - 1),
                "Test the index against " + lanes + " first."));
  }

  void divisionByZero(WorkItem item, int place) {
    bad(
        item,
        FindingKind.DIVISION_BY_ZERO,
        place,
        "divide",
        () ->
            new Words(
                "integer division by zero",
                null,
                0,
                "the result of an integer division by zero is unspecified",
                "Test the divisor for zero before the division."));
  }
}

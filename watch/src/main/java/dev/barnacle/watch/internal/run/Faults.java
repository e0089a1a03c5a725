package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.FindingKind;
import dev.barnacle.watch.command.UnsetBytes;
import dev.barnacle.watch.internal.race.AccessKind;
import dev.barnacle.watch.internal.race.Race;
import dev.barnacle.watch.internal.race.RaceSink;
import dev.barnacle.watch.internal.race.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects what is wrong in a launch: one entry for each kind and pair of places in the program,
 * with the first example and how often it was met.
 */
public final class Faults implements RaceSink {
  /** Where the OpenCL C library has coordinates outside of an image ({@code NOWHERE} there). */
  private static final long NOWHERE = 1L << 38;

  private record Key(FindingKind kind, int first, int second, String detail) {}

  /**
   * A fault and how often it was met.
   *
   * @param ofOneGroup whether all who had part are of one work-group
   * @param note what is special in the execution; may be empty
   */
  public record Entry(Fault fault, boolean ofOneGroup, String note, LongAdder count) {}

  private final Map<Key, Entry> entries = new ConcurrentHashMap<>();
  private final RaceWords words;
  private final boolean sameValueBenign;
  private final Set<FindingKind> ends;
  private volatile boolean over;
  private final LongAdder benign = new LongAdder();
  private final ThreadLocal<List<Deferred>> deferred = ThreadLocal.withInitial(ArrayList::new);

  /** A race of two writes, and the bytes before the second one. */
  private record Deferred(Race race, long address, List<Integer> before) {}

  /**
   * Makes an empty collection.
   *
   * @param sameValueBenign whether races of writes of the same value are only counted
   * @param ends what makes the rest of the launch needless
   */
  Faults(RaceWords words, boolean sameValueBenign, Set<FindingKind> ends) {
    this.words = words;
    this.sameValueBenign = sameValueBenign;
    this.ends = ends;
  }

  /** Tells whether one was found that makes the rest of the launch needless. */
  boolean isOver() {
    return over;
  }

  /** Returns how many races were only counted. */
  long benign() {
    return benign.sum();
  }

  /** Returns what was found. */
  public List<Entry> entries() {
    return new ArrayList<>(entries.values());
  }

  /** Tells whether a fault of a kind has been found. */
  boolean has(FindingKind kind) {
    return entries.keySet().stream().anyMatch(key -> key.kind() == kind);
  }

  /** Tells whether a fault of a kind has been found in which a place has part. */
  boolean has(FindingKind kind, int place) {
    return entries.keySet().stream()
        .anyMatch(key -> key.kind() == kind && (key.first() == place || key.second() == place));
  }

  private interface Maker {
    Fault make();
  }

  private void add(Key key, Maker maker) {
    Entry entry = entries.get(key);
    if (entry == null) {
      entry = entries.computeIfAbsent(key, k -> entry(maker.make()));
      over |= ends.contains(key.kind());
    }
    entry.count().increment();
  }

  private Entry entry(Fault fault) {
    return entry(fault, new LongAdder());
  }

  private Entry entry(Fault fault, LongAdder count) {
    return new Entry(fault, fault.isOfOneGroup(), words.note(fault), count);
  }

  @Override
  public void race(Race race) {
    long address = sameValueBenign && isOfWrites(race) ? words.address(race) : 0;
    if (address == 0) {
      tell(race);
    } else {
      deferred.get().add(new Deferred(race, address, bytes(address, race.bytes())));
    }
  }

  private static boolean isOfWrites(Race race) {
    return race.earlier().kind() == AccessKind.WRITE && race.later().kind() == AccessKind.WRITE;
  }

  private static List<Integer> bytes(long address, int count) {
    List<Integer> bytes = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      bytes.add(Raw.getByte(address + i));
    }
    return bytes;
  }

  /** The write of this thread has been made: if it has changed nothing, its races are benign. */
  void settle() {
    List<Deferred> races = deferred.get();
    for (Deferred each : races) {
      if (bytes(each.address(), each.race().bytes()).equals(each.before())) {
        benign.increment();
      } else {
        tell(each.race());
      }
    }
    races.clear();
  }

  private void tell(Race race) {
    Touch a = race.earlier();
    Touch b = race.later();
    int first = Math.min(a.place(), b.place());
    int second = Math.max(a.place(), b.place());
    Key key = new Key(FindingKind.DATA_RACE, first, second, "");
    Entry known = entries.get(key);
    if (known != null && !race.sameGroup() && known.ofOneGroup()) {
      // What mends a race between work-groups mends the one in a work-group too.
      Fault wider = words.fault(race);
      entries.computeIfPresent(key, (k, e) -> e.ofOneGroup() ? entry(wider, e.count()) : e);
    }
    add(key, () -> words.fault(race));
  }

  static String verb(AccessKind kind) {
    return switch (kind) {
      case READ -> "read";
      case WRITE -> "write";
      default -> "atomic";
    };
  }

  private static Fault.Access who(WorkItem item, int place, String access) {
    return new Fault.Access(place, access, item.group().shape().number(), item.item);
  }

  private static String access(WorkItem item, int place, boolean writes) {
    return item.launch.isAtomic(place) ? "atomic" : writes ? "write" : "read";
  }

  private void bad(
      WorkItem item,
      FindingKind kind,
      int place,
      boolean writes,
      Fault.@Nullable Target target,
      long offset,
      Supplier<String> detail) {
    bad(item, kind, place, writes, target, offset, detail, "", "");
  }

  private void bad(
      WorkItem item,
      FindingKind kind,
      int place,
      boolean writes,
      Fault.@Nullable Target target,
      long offset,
      Supplier<String> detail,
      String explanation,
      String suggestion) {
    add(
        new Key(kind, place, -1, ""),
        () ->
            new Fault(
                kind,
                detail.get(),
                List.of(who(item, place, access(item, place, writes))),
                target,
                offset,
                explanation,
                suggestion));
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
          null,
          0,
          () -> verb + " of shared virtual memory that has been freed");
    } else if (Pointers.tag(pointer) == 0) {
      bad(
          item,
          FindingKind.NULL_DEREFERENCE,
          place,
          writes,
          null,
          0,
          () ->
              verb
                  + " through "
                  + (pointer == 0
                      ? "a null pointer"
                      : "a pointer that points to no object (0x"
                          + Long.toHexString(pointer)
                          + ")"));
    } else {
      bad(
          item,
          FindingKind.OUT_OF_BOUNDS,
          place,
          writes,
          null,
          0,
          () -> verb + " through a pointer that is not into " + space.keyword() + " memory");
    }
    return item.scratch(bytes);
  }

  /**
   * An access that leaves its object, is misaligned, or writes or reads what may not be. What only
   * the flags of a buffer forbid is done all the same, as on most devices.
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
      long address = object.address + offset;
      boolean aligned = (address & (alignment - 1)) == 0;
      if (isForbidden(object, offset, bytes) && aligned && object.space != AddressSpace.CONSTANT) {
        return address;
      }
    } else {
      bad(
          item,
          FindingKind.MISALIGNED,
          place,
          writes,
          target(object),
          offset,
          () -> misaligned(bytes, alignment, offset, writes));
    }
    return item.scratch(bytes);
  }

  private static String misaligned(int bytes, int alignment, long offset, boolean writes) {
    return (writes ? "write" : "read")
        + " of "
        + bytes
        + " bytes at offset "
        + offset
        + ", which is not a multiple of "
        + alignment;
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
          target(object),
          offset,
          () -> forbiddenWords(object, writes));
      return;
    }
    if (offset == NOWHERE) {
      bad(
          item,
          FindingKind.OUT_OF_BOUNDS,
          place,
          writes,
          target(object),
          object.byteSize,
          () -> (writes ? "write to" : "read of") + " coordinates outside of the image");
      return;
    }
    bad(
        item,
        FindingKind.OUT_OF_BOUNDS,
        place,
        writes,
        target(object),
        offset,
        () -> outsideWords(bytes, offset, object.byteSize, writes));
  }

  /** Tells whether a bad access is within its object. */
  private static boolean isForbidden(MemoryObject object, long offset, long bytes) {
    return offset >= 0 && bytes >= 0 && offset <= object.byteSize - bytes;
  }

  private static String forbiddenWords(MemoryObject object, boolean writes) {
    return object.space == AddressSpace.CONSTANT && writes
        ? "kernels may only read it"
        : writes
            ? "the buffer is read-only for kernels (CL_MEM_READ_ONLY)"
            : "the buffer is write-only for kernels (CL_MEM_WRITE_ONLY)";
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

  private static Fault.Target target(MemoryObject object) {
    return new Fault.Target(object.space, object.name, object.byteSize);
  }

  /** A wrong access to private memory. */
  void badPrivate(
      WorkItem item, long pointer, int bytes, int alignment, int place, boolean writes) {
    int array = Pointers.array(pointer);
    long size = item.own.size(array);
    long offset = Pointers.privateOffset(pointer);
    Fault.Target target =
        new Fault.Target(AddressSpace.PRIVATE, item.launch.privateName(array), size);
    if (Pointers.item(pointer) != item.item) {
      bad(
          item,
          FindingKind.OUT_OF_BOUNDS,
          place,
          writes,
          target,
          offset,
          () -> (writes ? "write to" : "read of") + " the private memory of another work-item");
    } else if (offset < 0 || offset > size - bytes) {
      bad(
          item,
          FindingKind.OUT_OF_BOUNDS,
          place,
          writes,
          target,
          offset,
          () -> outsideWords(bytes, offset, size, writes));
    } else {
      bad(
          item,
          FindingKind.MISALIGNED,
          place,
          writes,
          target,
          offset,
          () -> misaligned(bytes, alignment, offset, writes));
    }
  }

  /** A read of local memory that nothing has been written to. */
  void unwritten(
      WorkItem item, MemoryObject object, WrittenBytes written, long offset, int bytes, int place) {
    long first = written.firstUnwritten(offset, bytes);
    bad(
        item,
        FindingKind.UNINITIALIZED_READ,
        place,
        false,
        target(object),
        first,
        () -> "read of local memory that no work-item of the group has written",
        "local memory has no value when a work-group begins",
        "Write it first, with barrier(CLK_LOCAL_MEM_FENCE) between the write and the read.");
  }

  /** A read of global memory that nobody has written, or holds a copy of such memory. */
  void unset(WorkItem item, MemoryObject object, long offset, int bytes, int place) {
    UnsetBytes unset = Objects.requireNonNull(object.unset);
    long first = unset.first(object.address + offset, bytes);
    if (first < 0) {
      return; // another thread has just written it
    }
    Location copy = unset.copy(first);
    add(
        new Key(FindingKind.UNINITIALIZED_READ, place, -1, ""),
        () ->
            new Fault(
                FindingKind.UNINITIALIZED_READ,
                copy == null
                    ? "read of global memory that nobody has written"
                    : "read of what has been copied from memory that nobody had written",
                List.of(who(item, place, access(item, place, false))),
                target(object),
                first - object.address,
                copy == null
                    ? "no command and no kernel has written it since it was allocated"
                    : "the copy in line " + copy.line() + " took what had not been written",
                ""));
  }

  /** A read of private memory that nothing has been written to. */
  void unwrittenPrivate(
      WorkItem item, long pointer, WrittenBytes written, long at, int bytes, int place) {
    int array = Pointers.array(pointer);
    long first = written.firstUnwritten(at, bytes) - at + Pointers.privateOffset(pointer);
    Fault.Target target =
        new Fault.Target(
            AddressSpace.PRIVATE, item.launch.privateName(array), item.own.size(array));
    bad(
        item,
        FindingKind.UNINITIALIZED_READ,
        place,
        false,
        target,
        first,
        () ->
            item.launch.instruction(place) instanceof Load load && load.pointer() instanceof Alloca
                ? "read of private memory that has not been written"
                : "read of private memory that has not been written, or whose lifetime has ended");
  }

  /** An access to a component that a vector has not got. */
  void noLane(WorkItem item, long index, int lanes, int place) {
    boolean writes = item.launch.instruction(place) instanceof InsertElement;
    bad(
        item,
        FindingKind.OUT_OF_BOUNDS,
        place,
        writes,
        null,
        0,
        () ->
            (writes ? "write to" : "read of") + " component " + index + " of a vector of " + lanes);
  }

  void divisionByZero(WorkItem item, int place) {
    add(
        new Key(FindingKind.DIVISION_BY_ZERO, place, -1, ""),
        () ->
            new Fault(
                FindingKind.DIVISION_BY_ZERO,
                "integer division by zero",
                List.of(who(item, place, "divide")),
                null,
                0,
                "the result of an integer division by zero is unspecified",
                ""));
  }

  /** Adds a fault that concerns places of its own. */
  void add(Fault fault) {
    int first = fault.accesses().isEmpty() ? -1 : fault.accesses().getFirst().place();
    int second = fault.accesses().size() < 2 ? -1 : fault.accesses().get(1).place();
    add(new Key(fault.kind(), first, second, ""), () -> fault);
  }
}

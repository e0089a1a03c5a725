package dev.barnacle.watch.command;

import dev.barnacle.ir.Location;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The use of some memory by a command: the bytes that it accesses, by {@link AccessType}. */
public final class MemoryUse {
  /** The work-group of an access of which that is not known. */
  static final long UNKNOWN_GROUP = -1;

  private final Map<AccessType, Ranges> accesses = new EnumMap<>(AccessType.class);
  private IntFunction<@Nullable Location> places = tag -> null;
  private LongFunction<String> arguments = address -> "";
  private IntToLongFunction groups = tag -> UNKNOWN_GROUP;
  private boolean atomicsAreShared;
  private boolean synchronizes;
  private boolean throughHostPointer;
  private boolean frees;
  private @Nullable MapSpan span;

  /** The kinds of accesses to bytes. */
  public enum AccessType {
    READ("read"),
    WRITE("write"),
    ATOMIC_READ("atomic"),
    ATOMIC_WRITE("atomic");

    private final String verb;

    AccessType(String verb) {
      this.verb = verb;
    }

    /** Returns what reports call it. */
    String verb() {
      return verb;
    }

    boolean isAtomic() {
      return this == ATOMIC_READ || this == ATOMIC_WRITE;
    }

    boolean writes() {
      return this == WRITE || this == ATOMIC_WRITE;
    }
  }

  /** Makes a use of nothing. */
  public MemoryUse() {}

  /** Returns one of a type. */
  static MemoryUse of(AccessType type, Ranges ranges) {
    return new MemoryUse().with(type, ranges);
  }

  /** Says which bytes it accesses in a type, by their addresses. */
  public MemoryUse with(AccessType type, Ranges ranges) {
    if (ranges.isEmpty()) {
      accesses.remove(type);
    } else {
      accesses.put(type, ranges);
    }
    return this;
  }

  /**
   * Says where in a kernel's source the accesses are, by the tags of ranges, and the name of the
   * argument or variable that an address belongs to.
   */
  public MemoryUse in(IntFunction<@Nullable Location> where, LongFunction<String> names) {
    places = where;
    arguments = names;
    return this;
  }

  /**
   * Says that the atomic operations of several kernels on this memory don't race: it is shared
   * virtual memory or a variable of the program (3.3.6, after rule 14).
   *
   * @param ordered whether the kernel may order other accesses by them: it acquires or releases
   */
  public MemoryUse withSharedAtomics(boolean ordered) {
    atomicsAreShared = true;
    synchronizes = ordered;
    return this;
  }

  /** Says that a command accesses memory of the host by a pointer that the host gave it. */
  MemoryUse byHostPointer() {
    throughHostPointer = true;
    return this;
  }

  /** Says that the memory is freed, which is as a write of all of it. */
  MemoryUse freeing() {
    frees = true;
    return this;
  }

  /** Says that the host may access the memory as long as it is mapped. */
  MemoryUse during(MapSpan mapped) {
    span = mapped;
    return this;
  }

  Ranges get(AccessType type) {
    return accesses.getOrDefault(type, Ranges.NONE);
  }

  /** Says which work-group has made the accesses, by the tags of ranges; -1 for unknown ones. */
  public MemoryUse byGroups(IntToLongFunction who) {
    groups = who;
    return this;
  }

  long group(int tag) {
    return groups.applyAsLong(tag);
  }

  /** Returns whether accesses with a tag are, or may be, of a work-group. */
  boolean isOf(long group, int tag) {
    long by = group(tag);
    return by == group || by == UNKNOWN_GROUP;
  }

  /** Returns the bytes that a work-group accesses. */
  public MemoryUse ofGroup(long group) {
    MemoryUse own = new MemoryUse();
    accesses.forEach((type, ranges) -> own.with(type, ranges.where(tag -> isOf(group, tag))));
    return own;
  }

  /** Returns whether it is of shared virtual memory, or a variable of the program. */
  boolean isShared() {
    return atomicsAreShared;
  }

  @Nullable Location place(int tag) {
    return places.apply(tag);
  }

  String argument(long address) {
    return arguments.apply(address);
  }

  boolean frees() {
    return frees;
  }

  @Nullable MapSpan span() {
    return span;
  }

  boolean isEmpty() {
    return accesses.isEmpty();
  }

  boolean meets(MemoryUse other) {
    for (Ranges mine : accesses.values()) {
      for (Ranges its : other.accesses.values()) {
        if (mine.meets(its)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether two accesses of the same byte without order are a race. */
  boolean conflicts(AccessType mine, MemoryUse other, AccessType its) {
    if (!mine.writes() && !its.writes()) {
      return false;
    }
    return !(mine.isAtomic() && its.isAtomic() && atomicsAreShared && other.atomicsAreShared);
  }

  /**
   * Returns whether the accesses of two uses are never told as a race: of the host in mapped
   * memory, and of a command that the host gave a pointer into memory that it has mapped.
   */
  boolean isPeaceful(MemoryUse other) {
    return (span != null && (other.throughHostPointer || other.span != null))
        || (throughHostPointer && other.span != null);
  }

  /** Returns whether kernels may order accesses by atomic operations on the same memory. */
  boolean synchronizes(MemoryUse other) {
    if (!synchronizes || !other.synchronizes) {
      return false;
    }
    for (AccessType mine : AccessType.values()) {
      for (AccessType its : AccessType.values()) {
        boolean[] common = new boolean[1];
        if (mine.isAtomic() && its.isAtomic()) {
          get(mine).common(other.get(its), (start, end, a, b) -> common[0] = true);
        }
        if (common[0]) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Forgets what a later use, which is ordered after this one, stands for: whatever is not ordered
   * after this one is not ordered after that one either, and races with it. Uses that are peaceful
   * towards others stand for their like only.
   */
  void yieldTo(MemoryUse later) {
    if ((later.span != null && span == null)
        || (later.throughHostPointer && !throughHostPointer)
        || frees) {
      return;
    }
    Ranges written = later.get(AccessType.WRITE);
    for (AccessType type : AccessType.values()) {
      Ranges rest = get(type).minus(written);
      if (type != AccessType.WRITE) {
        rest = rest.minus(later.get(type));
      }
      if (type == AccessType.ATOMIC_READ) {
        rest = rest.minus(later.get(AccessType.ATOMIC_WRITE));
      }
      with(type, rest);
    }
  }

  /** Forgets bytes that are given back to the system. */
  void forget(Ranges bytes) {
    for (AccessType type : AccessType.values()) {
      with(type, get(type).minus(bytes));
    }
  }
}

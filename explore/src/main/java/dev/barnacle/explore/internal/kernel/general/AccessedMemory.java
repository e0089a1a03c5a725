package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The accesses of the work-items to each memory object, and to each piece of private memory: those
 * of one all have the same size, that of the smallest, as the locations of a model do not overlap.
 * Larger ones that are not atomic are done in pieces ({@link Pieces}).
 */
final class AccessedMemory {
  private static final int MOST_LOCATIONS = 512;
  private static final int MOST_COPIED = 4096;
  private static final int WORD = 8;

  /** The accesses to an object, or to a piece of private memory. */
  private static final class Use {
    private int bytes = WORD;
    private boolean atomic;
    private boolean written;
  }

  /** An access to what some pointer may point to. */
  private record Access(Instruction at, int bytes, boolean atomic, List<Use> uses) {}

  private final List<MemoryObject> objects;
  private final Map<Object, Use> uses = new HashMap<>();
  private final List<Access> accesses = new ArrayList<>();

  AccessedMemory(List<MemoryObject> objects) {
    this.objects = objects;
  }

  /** Adds the accesses of a work-item. */
  void add(Function function) throws ExploreException {
    PointerBases bases = new PointerBases(function, objects);
    for (Instruction i : function.instructions()) {
      switch (i) {
        case Load x -> plain(bases, i, x.operand(0), bytes(x), false);
        case Store x -> plain(bases, i, x.operand(1), bytes(x), true);
        case AtomicLoad x -> atomic(bases, i, x.type().byteSize(), false);
        case AtomicStore x ->
            access(bases, i, x.operand(1), (int) x.value().type().byteSize(), true, true);
        case AtomicRmw x -> atomic(bases, i, x.type().byteSize(), true);
        case AtomicCompareExchange x -> atomic(bases, i, x.type().byteSize(), true);
        case MemoryCopy x -> {
          long size = size(i, x.operand(2));
          plain(bases, i, x.operand(0), unit(size, x.targetAlignment()), true);
          plain(bases, i, x.operand(1), unit(size, x.sourceAlignment()), false);
        }
        case MemoryFill x ->
            plain(bases, i, x.operand(0), unit(size(i, x.operand(2)), x.alignment()), true);
        default -> {}
      }
    }
  }

  private static int bytes(Load x) {
    return unit(x.type().byteSize(), x.alignment());
  }

  private static int bytes(Store x) {
    return unit(x.value().type().byteSize(), x.alignment());
  }

  /** Returns the largest power of two that divides a size and an alignment, at most a word. */
  private static int unit(long size, long alignment) {
    return (int) Long.lowestOneBit(size | Math.max(1, alignment) | WORD);
  }

  private static long size(Instruction at, Value size) throws ExploreException {
    if (size instanceof IntConstant c && c.value() <= MOST_COPIED) {
      return c.value();
    }
    throw new ExploreException(
        "a .cat file takes no copies of an unknown size, or of more than " + MOST_COPIED + " bytes",
        at.location());
  }

  private void plain(PointerBases bases, Instruction i, Value pointer, int bytes, boolean writes)
      throws ExploreException {
    access(bases, i, pointer, bytes, false, writes);
  }

  private void atomic(PointerBases bases, Instruction i, long bytes, boolean writes)
      throws ExploreException {
    access(bases, i, i.operand(0), (int) bytes, true, writes);
  }

  private void access(
      PointerBases bases, Instruction i, Value pointer, int bytes, boolean atomic, boolean writes)
      throws ExploreException {
    List<Use> all = new ArrayList<>();
    for (Object base : bases.of(i, pointer)) {
      Use use = uses.computeIfAbsent(base, b -> new Use());
      use.atomic |= atomic;
      use.written |= writes;
      all.add(use);
    }
    accesses.add(new Access(i, bytes, atomic, all));
  }

  /**
   * Finds the size of the pieces in which each object is accessed, once all accesses are known.
   *
   * @throws ExploreException if an atomic access is larger
   */
  void settle() throws ExploreException {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Access access : accesses) {
        int least = access.bytes();
        for (Use use : access.uses()) {
          least = Math.min(least, use.bytes);
        }
        for (Use use : access.uses()) {
          changed |= use.bytes != least;
          use.bytes = least;
        }
      }
    }
    for (Access access : accesses) {
      for (Use use : access.uses()) {
        if (access.atomic() && use.bytes != access.bytes()) {
          throw new ExploreException(
              "a .cat file takes no atomic objects that are accessed in pieces of unequal sizes: "
                  + access.bytes()
                  + " and "
                  + use.bytes
                  + " bytes",
              access.at().location());
        }
      }
    }
  }

  /** Returns the size of the pieces in which private memory is accessed. */
  int elementBytes(Alloca memory) {
    Use use = uses.get(memory);
    return use == null ? 1 : use.bytes;
  }

  /** Returns the size of the pieces in which memory is accessed that some pointers point to. */
  int elementBytes(Set<Object> bases) {
    int least = WORD;
    for (Object base : bases) {
      Use use = uses.get(base);
      least = use == null ? least : Math.min(least, use.bytes);
    }
    return least;
  }

  private @Nullable Use use(MemoryObject object) {
    return uses.get(object);
  }

  /** Returns whether a work-item may write an object. */
  boolean isWritten(MemoryObject object) {
    Use use = use(object);
    return use != null && use.written;
  }

  /** Returns the size of the pieces in which an object is accessed. */
  int elementBytes(MemoryObject object) {
    Use use = use(object);
    return use == null ? 1 : use.bytes;
  }

  /**
   * Returns the objects as a scenario has them.
   *
   * @param contents what each holds at first; what is left of one is zero
   */
  List<Scenario.Memory> memory(Map<MemoryObject, byte[]> contents) throws ExploreException {
    List<Scenario.Memory> list = new ArrayList<>();
    long locations = 0;
    for (MemoryObject object : objects) {
      Use use = use(object);
      int bytes = elementBytes(object);
      List<Scenario.Initial> initial = new ArrayList<>();
      long count = use == null ? 0 : object.size() / bytes;
      locations += count;
      if (locations > MOST_LOCATIONS) {
        throw new ExploreException(
            "a .cat file takes no more than " + MOST_LOCATIONS + " elements of memory", null);
      }
      byte[] content = contents.getOrDefault(object, object.initial());
      for (int i = 0; i < count; i++) {
        initial.add(new Scenario.Initial(value(content, i * bytes, bytes), -1));
      }
      list.add(
          new Scenario.Memory(
              object.name(),
              object.space() == AddressSpace.LOCAL,
              bytes,
              initial,
              use != null && use.atomic,
              !object.isUndefined()));
    }
    return list;
  }

  private static long value(byte[] content, int offset, int bytes) {
    long bits = 0;
    for (int k = 0; k < bytes && offset + k < content.length; k++) {
      bits |= (content[offset + k] & 0xffL) << (8 * k);
    }
    int shift = 64 - 8 * bytes;
    return bits << shift >> shift;
  }
}

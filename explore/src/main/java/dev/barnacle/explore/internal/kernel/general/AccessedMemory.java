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
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The accesses of the work-items to each memory object: all accesses of one must have the same
 * size, as the locations of a model do not overlap.
 */
final class AccessedMemory {
  private static final int MOST_LOCATIONS = 512;

  /** The accesses to an object, or to a piece of private memory. */
  private static final class Use {
    private int bytes;
    private boolean atomic;
    private boolean written;
  }

  private final List<MemoryObject> objects;
  private final Map<Object, Use> uses = new HashMap<>();

  AccessedMemory(List<MemoryObject> objects) {
    this.objects = objects;
  }

  /** Adds the accesses of a work-item. */
  void add(Function function) throws ExploreException {
    for (Instruction i : function.instructions()) {
      switch (i) {
        case Load x -> access(i, x.operand(0), x.type(), false, false);
        case Store x -> access(i, x.operand(1), x.value().type(), false, true);
        case AtomicLoad x -> access(i, x.operand(0), x.type(), true, false);
        case AtomicStore x -> access(i, x.operand(1), x.value().type(), true, true);
        case AtomicRmw x -> access(i, x.operand(0), x.type(), true, true);
        case AtomicCompareExchange x -> access(i, x.operand(0), x.type(), true, true);
        default -> {}
      }
    }
  }

  private void access(Instruction i, Value pointer, Type type, boolean atomic, boolean writes)
      throws ExploreException {
    if (type.lanes() != 1) {
      throw new ExploreException("a .cat file takes no accesses of vectors", i.location());
    }
    bases(i, pointer, Collections.newSetFromMap(new IdentityHashMap<>()));
    for (Object base : found) {
      Use use = uses.computeIfAbsent(base, b -> new Use());
      int bytes = (int) type.byteSize();
      if (use.bytes != 0 && use.bytes != bytes) {
        throw new ExploreException(
            "a .cat file takes no memory that is accessed in pieces of unequal sizes: "
                + use.bytes
                + " and "
                + bytes
                + " bytes",
            i.location());
      }
      use.bytes = bytes;
      use.atomic |= atomic;
      use.written |= writes;
    }
    found.clear();
  }

  private final List<Object> found = new ArrayList<>();

  private void bases(Instruction at, Value pointer, Set<Value> seen) throws ExploreException {
    if (!seen.add(pointer)) {
      return;
    }
    switch (pointer) {
      case Parameter p -> found.add(objects.get(p.index()));
      case Alloca a -> found.add(a);
      case NullConstant n -> {}
      case PointerAdd p -> bases(at, p.operand(0), seen);
      case Cast c -> bases(at, c.operand(0), seen);
      case Select s -> {
        bases(at, s.operand(1), seen);
        bases(at, s.operand(2), seen);
      }
      case Phi p -> {
        for (Value operand : p.operands()) {
          bases(at, operand, seen);
        }
      }
      default ->
          throw new ExploreException(
              "a .cat file takes no accesses through pointers that come from memory",
              at.location());
    }
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

  /** Returns the objects as a scenario has them. */
  List<Scenario.Memory> memory() throws ExploreException {
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
      for (int i = 0; i < count; i++) {
        initial.add(new Scenario.Initial(value(object, i * bytes, bytes), -1));
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

  private static long value(MemoryObject object, int offset, int bytes) {
    long bits = 0;
    for (int k = 0; k < bytes && offset + k < object.initial().length; k++) {
      bits |= (object.initial()[offset + k] & 0xffL) << (8 * k);
    }
    int shift = 64 - 8 * bytes;
    return bits << shift >> shift;
  }
}

package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The memory objects and the private memory that a work-item's pointers may point into. */
final class PointerBases {
  private final List<MemoryObject> objects;

  /** The pointers that it stores. */
  private final List<Store> stored = new ArrayList<>();

  /** The loads whose pointers are being looked at: a pointer may come of the one that it gives. */
  private final Set<Load> open = Collections.newSetFromMap(new IdentityHashMap<>());

  PointerBases(Function function, List<MemoryObject> objects) {
    this.objects = objects;
    for (Instruction i : function.instructions()) {
      if (i instanceof Store s && s.value().type() instanceof PointerType) {
        stored.add(s);
      }
    }
  }

  /** Returns what a pointer may point into. */
  Set<Object> of(Instruction at, Value pointer) throws ExploreException {
    Set<Object> found = new LinkedHashSet<>();
    add(at, pointer, Collections.newSetFromMap(new IdentityHashMap<>()), found);
    return found;
  }

  private void add(Instruction at, Value pointer, Set<Value> seen, Set<Object> found)
      throws ExploreException {
    if (!seen.add(pointer)) {
      return;
    }
    switch (pointer) {
      case Parameter p -> found.add(objects.get(p.index()));
      case Alloca a -> found.add(a);
      case NullConstant n -> {}
      case UndefConstant u -> {}
      case IntConstant c when c.value() == 0 -> {}
      case PointerAdd p -> add(at, p.operand(0), seen, found);
      case Cast c -> add(at, c.operand(0), seen, found);
      case Select s -> {
        add(at, s.operand(1), seen, found);
        add(at, s.operand(2), seen, found);
      }
      case Phi p -> {
        for (Value operand : p.operands()) {
          add(at, operand, seen, found);
        }
      }
      case Load l -> loaded(at, l, seen, found);
      default -> throw fromMemory(at);
    }
  }

  /** A pointer that comes from private memory is any of those that are stored there. */
  private void loaded(Instruction at, Load load, Set<Value> seen, Set<Object> found)
      throws ExploreException {
    if (!open.add(load)) {
      return;
    }
    boolean isPrivate = of(at, load.pointer()).stream().allMatch(Alloca.class::isInstance);
    open.remove(load);
    if (!isPrivate) {
      throw fromMemory(at);
    }
    for (Store store : stored) {
      add(at, store.value(), seen, found);
    }
  }

  private static ExploreException fromMemory(Instruction at) {
    return new ExploreException(
        "a .cat file takes no accesses through pointers that come from memory", at.location());
  }
}

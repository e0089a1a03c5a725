package dev.barnacle.ir.analysis;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds the parameters whose contents are places in other memory. Finds also those that are written
 * where an atomic operation says, as lists are to which work-items append. A value comes from a
 * parameter if it was loaded from there, or if one of its operands does, private variables
 * included. Neither flow nor the parts of a variable are told apart, and calls are followed from
 * arguments to results only.
 */
public final class AddressFlow {
  private final Function function;
  private final int atomic;
  private final Map<Value, BitSet> sources = new HashMap<>();
  private final Set<Parameter> places = new LinkedHashSet<>();
  private final Set<Parameter> appended = new LinkedHashSet<>();

  /** Looks at a kernel. */
  public AddressFlow(Function function) {
    this.function = function;
    this.atomic = function.parameters().size();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Instruction i : function.instructions()) {
        changed |= follow(i);
      }
    }
    for (Block block : function.blocks()) {
      block.instructions().forEach(this::collect);
    }
  }

  /** Returns the parameters whose contents are used as indices or pointers. */
  public Set<Parameter> places() {
    return places;
  }

  /** Returns the parameters that are written at places that come of atomic operations. */
  public Set<Parameter> appended() {
    return appended;
  }

  private boolean follow(Instruction i) {
    if (i instanceof Store store && store.pointer().isIn(AddressSpace.PRIVATE)) {
      return add(PointerBase.of(store.pointer()), of(store.value()));
    }
    BitSet found = new BitSet();
    switch (i) {
      case Load load when load.pointer().isIn(AddressSpace.PRIVATE) ->
          found.or(of(PointerBase.of(load.pointer())));
      case Load load -> addRoot(load.pointer(), found);
      case AtomicRmw rmw -> {
        addRoot(rmw.pointer(), found);
        found.set(atomic);
      }
      default -> i.operands().forEach(operand -> found.or(of(operand)));
    }
    return add(i, found);
  }

  private void addRoot(Value pointer, BitSet found) {
    if (PointerBase.of(pointer) instanceof Parameter parameter) {
      found.set(function.parameters().indexOf(parameter));
    }
  }

  private BitSet of(Value value) {
    return sources.getOrDefault(value, new BitSet());
  }

  private boolean add(Value value, BitSet found) {
    if (found.isEmpty()) {
      return false;
    }
    BitSet known = sources.computeIfAbsent(value, v -> new BitSet());
    int before = known.cardinality();
    known.or(found);
    return known.cardinality() > before;
  }

  private void collect(Instruction i) {
    if (i instanceof PointerAdd address && !address.isIn(AddressSpace.PRIVATE)) {
      of(address).stream()
          .filter(parameter -> parameter != atomic)
          .forEach(parameter -> places.add(function.parameters().get(parameter)));
    }
    Value target =
        switch (i) {
          case Store store -> store.pointer();
          case AtomicStore store -> store.pointer();
          case AtomicRmw rmw -> rmw.pointer();
          default -> null;
        };
    if (target != null
        && of(target).get(atomic)
        && PointerBase.of(target) instanceof Parameter parameter) {
      appended.add(parameter);
    }
  }
}

package dev.barnacle.ir.pass;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.analysis.ControlFlow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The private variables of a function with which nothing is done but loads and stores at constant
 * places within them.
 */
final class VariableAccesses {
  /** The place of each pointer within its variable. */
  private final Map<Value, Place> places = new HashMap<>();

  private final Map<Alloca, List<Access>> accesses = new LinkedHashMap<>();
  private final Set<Alloca> kept = new HashSet<>();

  private record Place(Alloca variable, long offset) {}

  /**
   * A load or a store.
   *
   * @param offset in bytes, from the variable's start
   * @param type of the value that is loaded or stored
   */
  record Access(Instruction instruction, long offset, Type type) {
    /**
     * Returns where it ends: behind the last element of a vector, which may be followed by room.
     */
    long end() {
      return offset
          + (type instanceof VectorType vector
              ? vector.lanes() * vector.element().byteSize()
              : type.byteSize());
    }
  }

  private VariableAccesses() {}

  /** Returns the accesses of a function; of none where code stands that nothing leads to. */
  static VariableAccesses of(Function function) {
    VariableAccesses found = new VariableAccesses();
    ControlFlow flow = new ControlFlow(function);
    if (flow.reversePostOrder().size() < function.blocks().size()) {
      return found; // it may use a variable too
    }
    for (Block block : flow.reversePostOrder()) {
      block.instructions().forEach(found::look);
    }
    found.accesses.keySet().removeAll(found.kept);
    found.accesses.values().removeIf(List::isEmpty);
    return found;
  }

  /** Returns the accesses to each variable. */
  Map<Alloca, List<Access>> all() {
    return accesses;
  }

  /** Returns the variable that a pointer points into at a constant place, or null. */
  @Nullable Alloca variable(Value pointer) {
    Place place = places.get(pointer);
    return place == null ? null : place.variable();
  }

  private void look(Instruction instruction) {
    switch (instruction) {
      case Alloca alloca -> {
        places.put(alloca, new Place(alloca, 0));
        accesses.put(alloca, new ArrayList<>());
      }
      case PointerAdd add -> {
        Place place = places.get(add.operand(0));
        if (place != null && add.operand(1) instanceof IntConstant offset) {
          places.put(add, new Place(place.variable(), place.offset() + offset.value()));
        } else {
          add.operands().forEach(this::keep);
        }
      }
      case Load load when !load.isVolatile() -> access(load, load.pointer(), load.type());
      case Store store when !store.isVolatile() && store.components().isEmpty() -> {
        keep(store.value());
        access(store, store.pointer(), store.value().type());
      }
      default -> instruction.operands().forEach(this::keep);
    }
  }

  private void keep(Value pointer) {
    Place place = places.get(pointer);
    if (place != null) {
      kept.add(place.variable());
    }
  }

  private void access(Instruction instruction, Value pointer, Type type) {
    Place place = places.get(pointer);
    if (place == null) {
      return;
    }
    Access access = new Access(instruction, place.offset(), type);
    List<Access> all = accesses.get(place.variable());
    if (all == null || access.offset() < 0 || access.end() > place.variable().byteSize()) {
      kept.add(place.variable());
    } else {
      all.add(access);
    }
  }
}

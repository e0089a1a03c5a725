package dev.barnacle.ir.pass;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes values of private variables that the compiler kept in memory for the sake of a call that
 * has been inlined since: arguments by value, results through pointers. A variable is promoted if
 * all that is done with it are loads and stores at constant places that do not overlap in part; of
 * a structure each member by itself.
 */
public final class PromoteVariables implements Pass {
  /** Members of a structure; larger things are arrays, which are to stay together. */
  private static final int MOST_SLOTS = 64;

  @Override
  public String name() {
    return "promote-variables";
  }

  @Override
  public String summary() {
    return "makes values of private variables and of the members of structures";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      changed |= new Promotion(function).run();
    }
    return changed;
  }

  /** The part of a variable that is always accessed as a whole. */
  static final class Slot {
    private final long size;
    private Type type;

    Slot(Type type) {
      this.type = type;
      this.size = type.byteSize();
    }

    /** Returns the type of its value. */
    Type type() {
      return type;
    }

    /** Returns whether it can be accessed as another type too; integers may be mere copies. */
    private boolean takes(Type other) {
      boolean plain = bits(type) > 0 && bits(type) == bits(other);
      if (plain && type instanceof IntType) {
        type = other;
      }
      return plain || other.equals(type);
    }

    private static int bits(Type type) {
      return switch (type) {
        case IntType i -> i.bits();
        case FloatType f -> f.bits();
        default -> 0;
      };
    }
  }

  /** The variables of one function. */
  private static final class Promotion {
    private final Function function;

    /** The place of each pointer within its variable; empty for places that are not constant. */
    private final Map<Value, Place> places = new HashMap<>();

    private final Map<Alloca, SortedMap<Long, Slot>> slots = new LinkedHashMap<>();
    private final Set<Alloca> kept = new HashSet<>();

    private record Place(Alloca variable, long offset) {}

    Promotion(Function function) {
      this.function = function;
    }

    boolean run() {
      ControlFlow flow = new ControlFlow(function);
      if (flow.reversePostOrder().size() < function.blocks().size()) {
        return false; // code that nothing leads to may use a variable too
      }
      for (Block block : flow.reversePostOrder()) {
        block.instructions().forEach(this::look);
      }
      slots.keySet().removeAll(kept);
      slots.values().removeIf(all -> all.isEmpty() || all.size() > MOST_SLOTS || overlap(all));
      if (slots.isEmpty()) {
        return false;
      }
      Map<Instruction, Slot> accesses = new HashMap<>();
      for (Block block : flow.reversePostOrder()) {
        for (Instruction instruction : block.instructions()) {
          Slot slot = slot(instruction);
          if (slot != null) {
            accesses.put(instruction, slot);
          }
        }
      }
      new SlotValues(flow, accesses).rewrite();
      function.blocks().forEach(b -> b.instructions().removeIf(this::isGone));
      return true;
    }

    private boolean isGone(Instruction pointer) {
      Place place = places.get(pointer);
      return place != null && slots.containsKey(place.variable());
    }

    private void look(Instruction instruction) {
      switch (instruction) {
        case Alloca alloca -> {
          places.put(alloca, new Place(alloca, 0));
          slots.put(alloca, new TreeMap<>());
        }
        case PointerAdd add -> {
          Place place = places.get(add.operand(0));
          if (place != null && add.operand(1) instanceof IntConstant offset) {
            places.put(add, new Place(place.variable(), place.offset() + offset.value()));
          } else {
            keep(add);
          }
        }
        case Load load when !load.isVolatile() -> access(load.pointer(), load.type());
        case Store store when !store.isVolatile() && store.components().isEmpty() -> {
          keep(store.value());
          access(store.pointer(), store.value().type());
        }
        default -> instruction.operands().forEach(this::keep);
      }
    }

    private void keep(Instruction user) {
      user.operands().forEach(this::keep);
    }

    private void keep(Value pointer) {
      Place place = places.get(pointer);
      if (place != null) {
        kept.add(place.variable());
      }
    }

    private void access(Value pointer, Type type) {
      Place place = places.get(pointer);
      if (place == null) {
        return;
      }
      SortedMap<Long, Slot> all = slots.get(place.variable());
      Slot slot = all == null ? null : all.computeIfAbsent(place.offset(), o -> new Slot(type));
      if (slot == null
          || !slot.takes(type)
          || place.offset() < 0
          || place.offset() + type.byteSize() > place.variable().byteSize()) {
        kept.add(place.variable());
      }
    }

    private static boolean overlap(SortedMap<Long, Slot> all) {
      long end = 0;
      for (Map.Entry<Long, Slot> slot : all.entrySet()) {
        if (slot.getKey() < end) {
          return true;
        }
        end = slot.getKey() + slot.getValue().size;
      }
      return false;
    }

    private @Nullable Slot slot(Instruction instruction) {
      Value pointer =
          switch (instruction) {
            case Load load -> load.pointer();
            case Store store -> store.pointer();
            default -> null;
          };
      Place place = pointer == null ? null : places.get(pointer);
      SortedMap<Long, Slot> all = place == null ? null : slots.get(place.variable());
      return place == null || all == null ? null : all.get(place.offset());
    }
  }
}

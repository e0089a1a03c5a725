package dev.barnacle.ir.pass;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.analysis.ControlFlow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

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
    private final VariableAccesses variables;
    private final Map<Instruction, Slot> accesses = new HashMap<>();
    private final Set<Alloca> promoted = new HashSet<>();

    Promotion(Function function) {
      this.function = function;
      this.variables = VariableAccesses.of(function);
    }

    boolean run() {
      variables.all().forEach(this::find);
      if (promoted.isEmpty()) {
        return false;
      }
      new SlotValues(new ControlFlow(function), accesses).rewrite();
      function.blocks().forEach(b -> b.instructions().removeIf(this::isGone));
      return true;
    }

    private boolean isGone(Instruction pointer) {
      Alloca variable = variables.variable(pointer);
      return variable != null && promoted.contains(variable);
    }

    /** Finds the members of a variable, if it can be promoted. */
    private void find(Alloca variable, List<VariableAccesses.Access> all) {
      SortedMap<Long, Slot> slots = new TreeMap<>();
      Map<Instruction, Slot> found = new HashMap<>();
      for (VariableAccesses.Access access : all) {
        Slot slot = slots.computeIfAbsent(access.offset(), o -> new Slot(access.type()));
        if (!slot.takes(access.type())) {
          return;
        }
        found.put(access.instruction(), slot);
      }
      if (slots.size() <= MOST_SLOTS && !overlap(slots)) {
        promoted.add(variable);
        accesses.putAll(found);
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
  }
}

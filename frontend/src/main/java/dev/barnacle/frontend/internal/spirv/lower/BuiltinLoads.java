package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.module.IdSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The built-in variables that a function only loads: these need no memory. Where it takes but
 * components of what it has loaded, each of these is asked for where it is taken, as in OpenCL C.
 */
final class BuiltinLoads {
  private final Set<Integer> variables = new HashSet<>();
  private final Map<Integer, Integer> loads = new HashMap<>();
  private final Set<Integer> whole = new HashSet<>();

  /**
   * Looks for them.
   *
   * @param named the built-in variables and the addresses in them, of which the function names some
   */
  void find(IdSet named, List<SpirvInstruction> body) {
    Set<Integer> others = new HashSet<>();
    for (SpirvInstruction i : body) {
      boolean load = i.name().equals(Opcode.LOAD);
      int ids = ids(i);
      for (int k = 0; k < ids; k++) {
        if (load && named.contains(i.operand(k))) {
          loads.put(i.result(), i.operand(k));
        } else if (named.contains(i.operand(k))) {
          others.add(i.operand(k));
        }
      }
    }
    loads.values().stream().filter(v -> !others.contains(v)).forEach(variables::add);
    loads.values().retainAll(variables);
    if (!loads.isEmpty()) {
      int first = Collections.min(loads.keySet());
      int last = Collections.max(loads.keySet());
      body.forEach(i -> use(i, first, last));
    }
  }

  /** Returns how many operands of an instruction may be ids of values; the others are literals. */
  static int ids(SpirvInstruction i) {
    int most =
        switch (i.name()) {
          case Opcode.LINE, Opcode.NO_LINE -> 0;
          case Opcode.LOAD,
              Opcode.COMPOSITE_EXTRACT,
              Opcode.LIFETIME_START,
              Opcode.LIFETIME_STOP,
              Opcode.SWITCH ->
              1;
          case Opcode.STORE, Opcode.COPY_MEMORY, Opcode.VECTOR_SHUFFLE, Opcode.COMPOSITE_INSERT ->
              2;
          case Opcode.COPY_MEMORY_SIZED -> 3;
          default -> Integer.MAX_VALUE;
        };
    return Math.min(most, i.operands());
  }

  private void use(SpirvInstruction i, int first, int last) {
    boolean component = i.name().equals(Opcode.COMPOSITE_EXTRACT) && i.operands() == 2;
    int ids = ids(i);
    for (int k = component ? 1 : 0; k < ids; k++) {
      int id = i.operand(k);
      if (id >= first && id <= last && loads.containsKey(id)) {
        whole.add(id);
      }
    }
  }

  /** Returns whether a built-in variable is only loaded. */
  boolean isLoaded(int variable) {
    return variables.contains(variable);
  }

  /** Returns the variable of which a value was loaded that only gives components; else null. */
  @Nullable Integer variableOf(int value) {
    return whole.contains(value) ? null : loads.get(value);
  }
}

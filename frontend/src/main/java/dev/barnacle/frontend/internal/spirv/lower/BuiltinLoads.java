package dev.barnacle.frontend.internal.spirv.lower;

import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
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
  void find(Set<Integer> named, List<SpirvInstruction> body) {
    Set<Integer> others = new HashSet<>();
    for (SpirvInstruction i : body) {
      boolean load = i.name().equals("OpLoad") && i.operands() > 0;
      if (load && named.contains(i.operand(0))) {
        loads.put(i.result(), i.operand(0));
      } else if (!load) {
        i.operandsFrom(0).stream().filter(named::contains).forEach(others::add);
      }
    }
    loads.values().stream().filter(v -> !others.contains(v)).forEach(variables::add);
    loads.values().retainAll(variables);
    if (!loads.isEmpty()) {
      body.forEach(this::use);
    }
  }

  private void use(SpirvInstruction i) {
    boolean component = i.name().equals("OpCompositeExtract") && i.operands() == 2;
    for (int k = component ? 1 : 0; k < i.operands(); k++) {
      if (loads.containsKey(i.operand(k))) {
        whole.add(i.operand(k));
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

package dev.barnacle.ir.text;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The names that a function's parameters and results have in the text form: their own, with a
 * number after it where it is taken already, or a number for those without. The same function
 * always gets the same names, and names that are unique already stay as they are.
 */
final class ValueNames {
  private final Map<Value, String> names = new HashMap<>();
  private final Set<String> taken = new HashSet<>();
  private int unnamed;

  ValueNames(Function function) {
    for (Parameter parameter : function.parameters()) {
      give(parameter, parameter.name());
    }
    for (Instruction instruction : function.instructions()) {
      if (instruction.hasResult()) {
        give(instruction, instruction.name());
      }
    }
  }

  /** Returns the name of a parameter or result, with its sigil. */
  String of(Value value) {
    String name = names.get(value);
    if (name != null) {
      return "%" + name;
    }
    return switch (value) {
      case Instruction i -> "<a " + i.mnemonic() + " that is not in the function>";
      case Parameter p -> "<parameter " + p.name() + " of another function>";
      default -> throw new IllegalArgumentException("no local value: " + value);
    };
  }

  private void give(Value value, String wanted) {
    if (wanted.isEmpty()) {
      names.put(value, Integer.toString(unnamed++));
    } else {
      names.put(value, Quoting.name(unique(wanted)));
    }
  }

  private String unique(String wanted) {
    String candidate = wanted;
    for (int i = 1; !taken.add(candidate); i++) {
      candidate = wanted + "." + i;
    }
    return candidate;
  }
}

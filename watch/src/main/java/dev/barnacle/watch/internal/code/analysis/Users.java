package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** The instructions that use each value. */
final class Users {
  private Users() {}

  /** Returns the users of each value, each once, in the order of the program. */
  static Map<Value, List<Instruction>> of(Collection<Function> functions) {
    Map<Value, List<Instruction>> users = new HashMap<>();
    for (Function function : functions) {
      for (Instruction instruction : function.instructions()) {
        for (Value operand : new HashSet<>(instruction.operands())) {
          users.computeIfAbsent(operand, o -> new ArrayList<>()).add(instruction);
        }
      }
    }
    return users;
  }
}

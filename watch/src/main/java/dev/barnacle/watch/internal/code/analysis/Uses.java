package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Value;
import java.util.HashMap;
import java.util.Map;

/** Counts how often each result of a function is an operand. */
public final class Uses {
  private final Map<Value, Integer> counts = new HashMap<>();

  public Uses(Function function) {
    for (Instruction instruction : function.instructions()) {
      instruction.operands().forEach(o -> counts.merge(o, 1, Integer::sum));
    }
  }

  public int count(Instruction value) {
    return counts.getOrDefault(value, 0);
  }
}

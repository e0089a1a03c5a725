package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.Instruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers the instructions of a kernel that reports can name. */
public final class Places {
  private final Map<Instruction, Integer> numbers = new HashMap<>();
  private final List<Instruction> instructions = new ArrayList<>();

  /** Returns the number of an instruction, a new one at first. */
  public int of(Instruction instruction) {
    return numbers.computeIfAbsent(
        instruction,
        i -> {
          instructions.add(i);
          return instructions.size() - 1;
        });
  }

  /** Returns them all, by number. */
  public List<Instruction> all() {
    return List.copyOf(instructions);
  }
}

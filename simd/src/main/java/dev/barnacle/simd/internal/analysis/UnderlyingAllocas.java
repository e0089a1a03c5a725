package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Finds the private memory that an instruction's pointers can come from. */
final class UnderlyingAllocas {
  private UnderlyingAllocas() {}

  /** Adds to {@code roots} each allocation that the operands of {@code user} are computed from. */
  static void of(Instruction user, Set<Alloca> roots) {
    Deque<Value> work = new ArrayDeque<>(user.operands());
    Set<Value> seen = new HashSet<>();
    while (!work.isEmpty()) {
      Value value = work.removeFirst();
      if (!(value instanceof Instruction instruction) || !seen.add(value)) {
        continue;
      }
      if (instruction instanceof Alloca alloca) {
        roots.add(alloca);
      } else if (instruction.type().isPointer()) {
        work.addAll(instruction.operands());
      }
    }
  }
}

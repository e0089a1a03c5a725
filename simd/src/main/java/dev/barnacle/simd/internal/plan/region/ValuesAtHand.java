package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.ValueUses;
import java.util.HashSet;
import java.util.Set;

/** The values that can be read at a place of a piece: computed in it before, or kept in a slot. */
final class ValuesAtHand {
  private final ValueUses uses;
  private final Set<Instruction> computed = new HashSet<>();

  ValuesAtHand(ValueUses uses) {
    this.uses = uses;
  }

  /** Starts a piece. */
  void begin() {
    computed.clear();
  }

  void add(Instruction value) {
    computed.add(value);
  }

  boolean canRead(Value value) {
    return !(value instanceof Instruction i)
        || i instanceof Alloca
        || computed.contains(i)
        || uses.needsSlot(i);
  }
}

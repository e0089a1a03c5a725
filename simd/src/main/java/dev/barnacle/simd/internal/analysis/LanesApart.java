package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds what the lanes of a vector may not share because they are put aside at different times: one
 * may be an iteration ahead of another, or have loaded from the same place before that was written.
 * So what a kernel with yields keeps across them is of each lane's own, but for what depends on
 * nothing but arguments and ids.
 */
final class LanesApart {
  private final Map<Instruction, Boolean> timeless = new HashMap<>();

  private LanesApart() {}

  /** Returns the values of a kernel that lanes keep one by one; none if it has no yields. */
  static Set<Instruction> values(Function kernel) {
    if (!InsertYields.areIn(kernel)) {
      return Set.of();
    }
    LanesApart lanes = new LanesApart();
    Set<Instruction> kept = new HashSet<>(new BarrierRegions(kernel).liveness().keptAtCuts());
    kept.removeIf(lanes::isTimeless);
    return kept;
  }

  /** Returns whether a value is the same whenever it is computed. */
  private boolean isTimeless(Value value) {
    if (!(value instanceof Instruction instruction)) {
      return true;
    }
    Boolean known = timeless.get(instruction);
    if (known == null) {
      known = isPure(instruction) && instruction.operands().stream().allMatch(this::isTimeless);
      timeless.put(instruction, known);
    }
    return known;
  }

  private static boolean isPure(Instruction instruction) {
    return switch (instruction) {
      case Binary _, Unary _, Compare _, Cast _, Select _, PointerAdd _ -> true;
      case ExtractElement _, InsertElement _, Shuffle _, WorkItemQuery _ -> true;
      default -> false;
    };
  }
}

package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import java.util.HashSet;
import java.util.Set;

/** The values of a kernel that depend on what each lane loaded, so that nobody foresees them. */
final class LoadedValues {
  private final LaneShapes shapes;
  private final Set<Instruction> loaded = new HashSet<>();

  LoadedValues(Function kernel, LaneShapes shapes) {
    this.shapes = shapes;
    boolean grew = true;
    while (grew) {
      grew = false;
      for (Block block : kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          grew |= i.hasResult() && !loaded.contains(i) && comesFromLoad(i) && loaded.add(i);
        }
      }
    }
  }

  /** Returns whether a value depends on what each lane loaded. */
  boolean contains(Value value) {
    return value instanceof Instruction i && loaded.contains(i);
  }

  private boolean comesFromLoad(Instruction i) {
    if (!shapes.of(i).isVarying()) {
      return false;
    }
    return switch (i) {
      case Load _ -> true;
      case PointerAdd _, Binary _, Cast _, Compare _, Select _, Phi _ ->
          i.operands().stream().anyMatch(this::contains);
      default -> false;
    };
  }
}

package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.analysis.PrivateArrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds accesses to memory that lies along dimension 1, as that to a transposed tile does ({@code
 * tile[get_local_id(0)][get_local_id(1)]}): lanes gather or scatter, but what neighbours in
 * dimension 1 access are neighbouring elements. Where several rows run at a time each lane accesses
 * theirs at once, and registers are transposed.
 */
final class TransposedAccesses {
  /** Rows whose elements one access has: four words fill a small register. */
  static final int ROWS = 4;

  private static final long WORD = 4;

  private TransposedAccesses() {}

  /** Returns the loads and stores of a kernel that are such. */
  static Set<Instruction> of(Function kernel, Specialization launch) {
    LaneShapes lanes = shapes(kernel, launch);
    if (!lanes.isReducible() || !ExchangedDimensions.areWorthTrying(kernel, lanes)) {
      return Set.of();
    }
    FunctionCopy copy = new FunctionCopy(kernel);
    ExchangedDimensions.exchange(copy.result(), 1);
    LaneShapes rows = shapes(copy.result(), launch.exchanged(1));
    Set<Instruction> found = new HashSet<>();
    for (Instruction i : kernel.instructions()) {
      switch (i) {
        case Load l when isFound(l.pointer(), l.type(), lanes, copy, rows) -> found.add(l);
        case Store s when isFound(s.pointer(), s.value().type(), lanes, copy, rows) -> found.add(s);
        default -> {}
      }
    }
    return found;
  }

  private static LaneShapes shapes(Function kernel, Specialization launch) {
    return new LaneShapes(kernel, launch, new PrivateArrays(kernel, true), ROWS);
  }

  private static boolean isFound(
      Value pointer, Type type, LaneShapes lanes, FunctionCopy copy, LaneShapes rows) {
    LaneShape along = rows.of(copy.of(pointer));
    return type.lanes() == 1
        && type.byteSize() == WORD
        && !type.isPointer()
        && along.kind() == LaneShape.Kind.AFFINE
        && along.stride() == WORD
        && ExchangedDimensions.hasGaps(lanes, pointer, type);
  }
}

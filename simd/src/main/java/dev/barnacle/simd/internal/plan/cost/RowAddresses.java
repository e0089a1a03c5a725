package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.LaneShapes;

/**
 * Tells addresses of rows: {@code a[id * n + k]}, where each lane walks through memory of its own
 * and no two share a line of the cache. A single work-item reads such rows in order.
 */
final class RowAddresses {
  /** The bytes of a line of the cache. */
  private static final long LINE = 64;

  /** The elements of one. */
  private static final long ELEMENTS = 16;

  // Cycles.
  private static final double OWN = 1;
  private static final double UNKNOWN = 2.5;
  private static final double LOST = 6;

  /** The sets of the first cache, and the lines of each. */
  private static final long SETS = 64;

  private static final long WAYS = 8;

  private static final int DEEPEST = 8;

  private final LaneShapes shapes;

  RowAddresses(LaneShapes shapes) {
    this.shapes = shapes;
  }

  /** Returns whether each lane's address is in a row of its own, as far as can be told. */
  boolean isOne(Value pointer) {
    return isOne(pointer, DEEPEST);
  }

  /**
   * Returns the cycles by which such an access of one of so many lanes takes longer. Rows that
   * begin at multiples of a large power of two drive each other's lines out of the first cache.
   */
  double cycles(Value pointer, int lanes) {
    long bytes = stride(pointer, DEEPEST);
    if (bytes == 0) {
      return UNKNOWN;
    }
    long sets = SETS / Math.min(SETS, Long.lowestOneBit(Math.max(1, bytes / LINE)));
    return bytes % LINE == 0 && sets * WAYS < lanes ? LOST : OWN;
  }

  /** Returns the bytes from one row to the next; 0 where they are not known. */
  private long stride(Value value, int depth) {
    LaneShape shape = shapes.of(value);
    if (depth == 0 || shape.isUniform()) {
      return 0;
    }
    if (shape.kind() == LaneShape.Kind.AFFINE) {
      return Math.abs(shape.stride());
    }
    return switch (value) {
      case PointerAdd add ->
          Math.max(stride(add.operand(0), depth - 1), stride(add.operand(1), depth - 1));
      case Cast cast -> stride(cast.operand(0), depth - 1);
      case Binary b ->
          switch (b.op()) {
            case ADD, SUB, OR ->
                Math.max(stride(b.operand(0), depth - 1), stride(b.operand(1), depth - 1));
            case MUL -> times(b, stride(b.operand(0), depth - 1));
            case SHL ->
                b.operand(1) instanceof IntConstant c
                    ? stride(b.operand(0), depth - 1) << Math.min(c.value(), Integer.SIZE)
                    : 0;
            default -> 0;
          };
      default -> 0;
    };
  }

  private static long times(Binary product, long stride) {
    return product.operand(1) instanceof IntConstant c ? stride * Math.abs(c.value()) : 0;
  }

  private boolean isOne(Value value, int depth) {
    LaneShape shape = shapes.of(value);
    if (shape.isUniform() || depth == 0) {
      return false;
    }
    if (shape.kind() == LaneShape.Kind.AFFINE) {
      return Math.abs(shape.stride()) >= (value.type().isPointer() ? LINE : ELEMENTS);
    }
    return switch (value) {
      case PointerAdd add -> add.operands().stream().anyMatch(o -> isOne(o, depth - 1));
      case Cast cast -> isOne(cast.operand(0), depth - 1);
      case Binary b ->
          switch (b.op()) {
            case MUL -> isByNumber(b) || b.operands().stream().anyMatch(o -> isOne(o, depth - 1));
            case SHL -> isOne(b.operand(0), depth - 1);
            case ADD, SUB, OR -> b.operands().stream().anyMatch(o -> isOne(o, depth - 1));
            default -> false;
          };
      default -> false;
    };
  }

  /** Returns whether a number that differs from lane to lane is multiplied by an argument's. */
  private boolean isByNumber(Binary product) {
    return product.operands().stream()
        .anyMatch(o -> shapes.isUniform(o) && !(o instanceof Constant));
  }
}

package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells addresses of rows: {@code a[id * n + k]}, where each lane walks through memory of its own
 * and no two share a line of the cache. A single work-item reads such rows in order.
 */
public final class RowAddresses {
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

  private static final int DEEPEST = 12;

  private final LaneShapes shapes;
  private final Map<Value, Boolean> known = new HashMap<>();

  /** Tells addresses of a kernel whose values have such shapes. */
  public RowAddresses(LaneShapes shapes) {
    this.shapes = shapes;
  }

  /** Returns whether each lane's address is in a row of its own, as far as can be told. */
  public boolean isOne(Value value) {
    Boolean found = known.get(value);
    if (found == null) {
      known.put(value, false); // what a phi brings from the iteration before is no row by itself
      found = search(value);
      known.put(value, found);
    }
    return found;
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
      case Intrinsic f when isBound(f) ->
          Math.max(stride(f.operand(0), depth - 1), stride(f.operand(1), depth - 1));
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

  private boolean search(Value value) {
    LaneShape shape = shapes.of(value);
    if (shape.isUniform()) {
      return false;
    }
    if (shape.kind() == LaneShape.Kind.AFFINE) {
      return Math.abs(shape.stride()) >= (value.type().isPointer() ? LINE : ELEMENTS);
    }
    return switch (value) {
      case PointerAdd add -> add.operands().stream().anyMatch(this::isOne);
      case Phi phi -> phi.operands().stream().anyMatch(this::isOne);
      case Cast cast -> isOne(cast.operand(0));
      case Intrinsic f when isBound(f) -> f.operands().stream().anyMatch(this::isOne);
      case Binary b ->
          switch (b.op()) {
            case MUL -> isByNumber(b) || isApart(b) || b.operands().stream().anyMatch(this::isOne);
            case SHL -> isApart(b) || isOne(b.operand(0));
            case ADD, SUB, OR -> b.operands().stream().anyMatch(this::isOne);
            default -> false;
          };
      default -> false;
    };
  }

  /** Returns whether a number multiplied by a constant is lines apart from lane to lane. */
  private boolean isApart(Binary product) {
    return stride(product, DEEPEST) >= LINE;
  }

  /** Returns whether a number is kept within bounds: {@code clamp}, {@code min} or {@code max}. */
  private static boolean isBound(Intrinsic i) {
    return switch (i.op()) {
      case SMIN, SMAX, UMIN, UMAX -> true;
      default -> false;
    };
  }

  /** Returns whether a number that differs from lane to lane is multiplied by an argument's. */
  private boolean isByNumber(Binary product) {
    return product.operands().stream()
        .anyMatch(o -> shapes.isUniform(o) && !(o instanceof Constant));
  }
}

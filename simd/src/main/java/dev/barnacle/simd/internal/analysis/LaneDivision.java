package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.IntType;
import java.util.OptionalLong;

/**
 * Computes the shapes of quotients, remainders, bitwise ands and shifts by constants. Where the
 * lanes' values stay within one multiple of the divisor, all have the same quotient, and their
 * remainders rise as they do. They stay there if a power of two divides both the first lane's value
 * and the divisor, and is larger than what the last lane's value is above the first's.
 */
final class LaneDivision {
  private final int lanes;
  private final LocalSizes sizes;

  LaneDivision(int lanes, LocalSizes sizes) {
    this.lanes = lanes;
    this.sizes = sizes;
  }

  /** Returns the shape of {@code i}, whose operands have the shapes {@code a} and {@code b}. */
  LaneShape shape(Binary i, LaneShape a, LaneShape b) {
    if (a.isUniform() && b.isUniform()) {
      return i.op() == Binary.Op.AND ? masked(a, b) : LaneShape.UNIFORM;
    }
    OptionalLong second = sizes.constant(i.operand(1));
    if (!b.isUniform() || a.stride() <= 0 || !(i.type() instanceof IntType type)) {
      return LaneShape.VARYING;
    }
    if (i.op() == Binary.Op.XOR) {
      return stays(a, b.multiple())
          ? LaneShape.affine(a.stride(), -1, false).multipleOf(Math.min(a.multiple(), b.multiple()))
          : LaneShape.VARYING;
    }
    if (second.isEmpty()) {
      return LaneShape.VARYING;
    }
    long c = second.getAsLong();
    return switch (i.op()) {
      case UDIV -> c > 0 ? quotient(a, c) : LaneShape.VARYING;
      case UREM -> c > 0 ? remainder(a, c) : LaneShape.VARYING;
      case SDIV -> c > 0 && isPositive(a, type) ? quotient(a, c) : LaneShape.VARYING;
      case SREM -> c > 0 && isPositive(a, type) ? remainder(a, c) : LaneShape.VARYING;
      case LSHR, ASHR -> c >= 0 && c < 31 ? quotient(a, 1L << c) : LaneShape.VARYING;
      case AND -> and(a, c);
      default -> LaneShape.VARYING;
    };
  }

  private static LaneShape masked(LaneShape a, LaneShape b) {
    long max = a.max() < 0 ? b.max() : b.max() < 0 ? a.max() : Math.min(a.max(), b.max());
    return LaneShape.uniform(max).multipleOf(Math.max(a.multiple(), b.multiple()));
  }

  private boolean stays(LaneShape a, long divisor) {
    return (lanes - 1) * a.stride() < Math.min(a.multiple(), Long.lowestOneBit(divisor))
        && a.stride() < Integer.MAX_VALUE;
  }

  private static boolean isPositive(LaneShape a, IntType type) {
    return a.max() >= 0 && (type.bits() >= 63 || a.max() < 1L << (type.bits() - 1));
  }

  private LaneShape quotient(LaneShape a, long divisor) {
    return stays(a, divisor)
        ? LaneShape.uniform(a.max() < 0 ? -1 : a.max() / divisor)
        : LaneShape.VARYING;
  }

  private LaneShape remainder(LaneShape a, long divisor) {
    return stays(a, divisor)
        ? LaneShape.affine(a.stride(), divisor - 1, true)
            .multipleOf(Math.min(a.multiple(), Long.lowestOneBit(divisor)))
        : LaneShape.VARYING;
  }

  private LaneShape and(LaneShape a, long mask) {
    long low = Long.lowestOneBit(~mask);
    if (mask > 0 && low == mask + 1) {
      return remainder(a, low);
    }
    long high = Long.lowestOneBit(mask);
    return mask < 0 && mask == -high && stays(a, high)
        ? LaneShape.uniform(-1).multipleOf(high)
        : LaneShape.VARYING;
  }
}

package dev.barnacle.watch.internal.run.group;

import dev.barnacle.engine.math.SoftArithmetic;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.GroupOperation.Combine;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Type;

/** Combines two values of a type as reductions and scans do. */
final class Combination {
  private final Combine how;
  private final Type type;

  /**
   * Makes one.
   *
   * @param type of the values, no vector
   */
  Combination(Combine how, Type type) {
    this.how = how;
    this.type = type;
  }

  /** Combines two values; the left one comes first. */
  Number of(Number a, Number b) {
    return type instanceof FloatType f
        ? ofFloats(f, a, b)
        : ofIntegers(a.longValue(), b.longValue());
  }

  private Number ofFloats(FloatType f, Number a, Number b) {
    return switch (how) {
      case ADD ->
          switch (f.bits()) {
            case 64 -> a.doubleValue() + b.doubleValue();
            case 32 -> a.floatValue() + b.floatValue();
            default -> SoftArithmetic.roundToHalf(a.floatValue() + b.floatValue());
          };
      case MUL ->
          switch (f.bits()) {
            case 64 -> a.doubleValue() * b.doubleValue();
            case 32 -> a.floatValue() * b.floatValue();
            default -> SoftArithmetic.roundToHalf(a.floatValue() * b.floatValue());
          };
      case MIN -> less(a, b) ? a : b;
      case MAX -> less(b, a) || Double.isNaN(b.doubleValue()) ? a : b;
      default -> b;
    };
  }

  /** A NaN gives way to the other value. */
  private static boolean less(Number a, Number b) {
    return a.doubleValue() < b.doubleValue() || Double.isNaN(b.doubleValue());
  }

  private Number ofIntegers(long a, long b) {
    return switch (how) {
      case NONE -> b;
      case ADD -> wrap(a + b);
      case MUL -> wrap(a * b);
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case UMIN -> Long.compareUnsigned(a, b) < 0 ? a : b;
      case UMAX -> Long.compareUnsigned(a, b) < 0 ? b : a;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
    };
  }

  private Number wrap(long value) {
    return type instanceof IntType integer ? integer.normalize(value) : value;
  }

  /** Returns what an exclusive scan starts with (OpenCL C, "Work-group Collective Functions"). */
  Number identity() {
    if (type instanceof FloatType) {
      return how.identity();
    }
    return how.identity(type instanceof IntType integer ? integer.bits() : 64);
  }

  /** Returns what changes nothing, bit for bit: for sums of floating-point numbers that is -0. */
  Number neutral() {
    return how == Combine.ADD && type instanceof FloatType ? (Number) (-0.0) : identity();
  }
}

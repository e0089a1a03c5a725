package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.engine.math.MathFunctions;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.GroupOperation.Combine;

/** Combines two values as reductions and scans do. */
public final class Combining {
  private Combining() {}

  /** Returns it for values of so many bits. */
  public static long of(Combine how, long a, long b, int bits, boolean floating) {
    return floating ? floats(how, a, b, bits) : integers(how, a, b, bits);
  }

  private static long integers(Combine how, long a, long b, int bits) {
    return switch (how) {
      case NONE -> b;
      case ADD -> Lanes.signed(a + b, bits);
      case MUL -> Lanes.signed(a * b, bits);
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case UMIN -> Long.compareUnsigned(a, b) < 0 ? a : b;
      case UMAX -> Long.compareUnsigned(a, b) > 0 ? a : b;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
    };
  }

  private static long floats(Combine how, long a, long b, int bits) {
    double x = Lanes.number(a, bits);
    double y = Lanes.number(b, bits);
    return switch (how) {
      case ADD -> Lanes.floating(Binary.Op.FADD, a, b, bits);
      case MUL -> Lanes.floating(Binary.Op.FMUL, a, b, bits);
      case MIN -> Lanes.bits(MathFunctions.fmin(x, y), bits);
      case MAX -> Lanes.bits(MathFunctions.fmax(x, y), bits);
      default -> b;
    };
  }
}

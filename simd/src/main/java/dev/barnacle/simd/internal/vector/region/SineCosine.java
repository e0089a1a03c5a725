package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.List;
import java.util.function.Supplier;

/**
 * Emits sines and cosines of floats for all lanes, within 1.5 ulp (OpenCL C 7.4 asks for 4). The
 * argument is reduced by the multiples of pi/2 in three parts (Cody and Waite, Software Manual for
 * the Elementary Functions, 1980; with a fused multiplication their first step is exact); both
 * functions are minimax polynomials of the rest. So sine and cosine of one argument have all but
 * the last selection in common, which LLVM then computes once, and no call makes registers be
 * saved. Where a lane's argument is large or not finite, a SIMD function is called for all.
 */
final class SineCosine {
  /** Arguments below this can be reduced in three parts. */
  private static final float LARGE = 0x1p16f;

  private static final float TWO_OVER_PI = 0x1.45f306p-1f;

  /** A float plus this is rounded to an integer, which the lowest bits of the sum are. */
  private static final float ROUNDING = 0x1.8p23f;

  /** The parts of pi/2; the first is a multiple of 2^-20. */
  private static final float[] HALF_PI = {0x1.921fbp0f, 0x1.5110b4p-22f, 0x1.84698ap-48f};

  /** The coefficients of (sin(r)/r - 1)/r² in powers of r², from the highest on. */
  private static final float[] SINE = {
    0x1.6cd838p-19f, -0x1.a00f9ep-13f, 0x1.111108p-7f, -0x1.555556p-3f
  };

  /** The coefficients of cos(r) in powers of r², from the highest on. */
  private static final float[] COSINE = {
    0x1.99eb4cp-16f, -0x1.6c0c32p-10f, 0x1.55554ap-5f, -0.5f, 1
  };

  private final VectorScope scope;
  private final String type;
  private final String integers;

  SineCosine(VectorScope scope) {
    this.scope = scope;
    this.type = scope.vectorType(Types.F32);
    this.integers = scope.vectorType(Types.I32);
  }

  /** Returns whether a function of a type is emitted so on the kernel's processor. */
  static boolean has(VectorScope scope, Intrinsic.Op op, Type scalar) {
    return (op == Intrinsic.Op.SIN || op == Intrinsic.Op.COS)
        && scalar.equals(Types.F32)
        && scope.module().target().fma();
  }

  private LlvmText out() {
    return scope.out();
  }

  /**
   * Returns the function's values.
   *
   * @param x the arguments
   * @param call emits a call of a SIMD function that takes any arguments, and returns its result
   */
  String emit(Intrinsic.Op op, String x, Supplier<String> call) {
    String word = out().bitcast(type, x, integers);
    String size = out().binary("and", integers, word, bits(Integer.MAX_VALUE));
    String turned = near(op, out().bitcast(integers, size, type));
    if (op == Intrinsic.Op.SIN) {
      String sign = out().binary("and", integers, word, bits(Integer.MIN_VALUE));
      turned = out().binary("xor", integers, turned, sign);
    }
    String near = out().bitcast(integers, turned, type);
    String large = out().icmp("uge", integers, size, bits(Float.floatToRawIntBits(LARGE)));
    String running =
        scope.mask().full()
            ? large
            : out().and(scope.vectorType(Types.I1), large, scope.mask().text());
    int number = scope.names().number();
    String from = "near" + number;
    String far = "far" + number;
    String end = "circle" + number;
    out().br(from);
    out().label(from);
    out().br(scope.any(running), far, end);
    out().label(far);
    String called = call.get();
    String last = "far" + number + ".end";
    out().br(last);
    out().label(last);
    out().br(end);
    out().label(end);
    return out().phi(type, List.of(LlvmText.incoming(near, from), LlvmText.incoming(called, last)));
  }

  /** Returns the function of numbers that are not negative, as integers of the same bits. */
  private String near(Intrinsic.Op op, String x) {
    String sum = fma(x, constant(TWO_OVER_PI), constant(ROUNDING));
    String turns = out().binary("fsub", type, sum, constant(ROUNDING));
    String rest = x;
    for (float part : HALF_PI) {
      rest = fma(turns, constant(-part), rest);
    }
    String square = out().binary("fmul", type, rest, rest);
    String sine = fma(polynomial(SINE, square), out().binary("fmul", type, square, rest), rest);
    String cosine = polynomial(COSINE, square);
    String quarter = out().bitcast(type, sum, integers);
    if (op == Intrinsic.Op.COS) {
      quarter = out().add(integers, quarter, bits(1));
    }
    String odd =
        out().icmp("ne", integers, out().binary("and", integers, quarter, bits(1)), bits(0));
    String size = scope.select(odd, type, cosine, sine);
    String sign =
        out()
            .binary(
                "and",
                integers,
                out().binary("shl", integers, quarter, bits(30)),
                bits(Integer.MIN_VALUE));
    return out().binary("xor", integers, out().bitcast(type, size, integers), sign);
  }

  private String polynomial(float[] coefficients, String x) {
    String sum = constant(coefficients[0]);
    for (int k = 1; k < coefficients.length; k++) {
      sum = fma(sum, x, constant(coefficients[k]));
    }
    return sum;
  }

  private String fma(String a, String b, String c) {
    return scope.call(type, "@llvm.fma." + scope.vectorSuffix(Types.F32), a, b, c);
  }

  private String constant(float value) {
    return scope.constant(
        Types.F32, "0x%016X".formatted(Double.doubleToRawLongBits((double) value)));
  }

  private String bits(int value) {
    return scope.constant(Types.I32, Integer.toString(value));
  }
}

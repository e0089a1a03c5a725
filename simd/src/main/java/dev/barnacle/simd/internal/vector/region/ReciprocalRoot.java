package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.emit.ArithmeticEmitter;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.List;

/**
 * Emits the reciprocal of the square root for all lanes. In single precision with AVX-512: the
 * processor's estimate (an error below 2^-14) and a step of Newton's method, which is within 1.5
 * ulp; OpenCL C allows 2 (7.4, "Relative error as ULPs"). Elsewhere a root and a division.
 */
final class ReciprocalRoot {
  private final VectorScope scope;
  private final Estimates estimates;

  ReciprocalRoot(VectorScope scope) {
    this.scope = scope;
    this.estimates = new Estimates(scope);
  }

  private LlvmText out() {
    return scope.out();
  }

  /** Returns the result for the vector {@code x}. */
  String emit(Intrinsic i, String x) {
    Type scalar = i.type().scalar();
    boolean estimated = scalar.equals(Types.F32) && scope.module().math().isAvx512();
    return estimated ? newton(x) : exact(scalar, x, ArithmeticEmitter.flags(i.fastMath()));
  }

  private String exact(Type scalar, String x, String flags) {
    String type = scope.vectorType(scalar);
    String sqrt = "@llvm.sqrt." + scope.vectorSuffix(scalar);
    String root = scope.call(flags, type, sqrt, List.of(type), List.of(x));
    return out().binary("fdiv", flags + type, scope.constant(scalar, "1.0"), root);
  }

  private String newton(String x) {
    String type = scope.vectorType(Types.F32);
    String fma = "@llvm.fma." + scope.vectorSuffix(Types.F32);
    String estimate = estimates.emit("rsqrt14", type, x);
    String product = out().binary("fmul", type, x, estimate);
    String minus = out().unary("fneg", type, product);
    String one = scope.constant(Types.F32, "1.0");
    String error = scope.call(type, fma, minus, estimate, one);
    // Of zero, infinity, NaN and negative numbers the error is NaN; any number in its place leaves
    // the estimate what it is, the result. (This comparison and choice are one minimum of x86.)
    String known = out().fcmp("olt", type, error, one);
    String usable = scope.select(known, type, error, one);
    String half = out().binary("fmul", type, estimate, scope.constant(Types.F32, "0.5"));
    return scope.call(type, fma, half, usable, estimate);
  }
}

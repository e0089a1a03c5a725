package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.FastMath;
import dev.barnacle.ir.Types;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.emit.ArithmeticEmitter;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.HashSet;
import java.util.Set;

/**
 * Emits floating-point divisions of all lanes. Where a reciprocal is allowed, in single precision
 * with AVX-512: the processor's estimate of it and a step of Newton's method, which is within 2 ulp
 * of the quotient; OpenCL C allows 2.5 (7.4, "Relative error as ULPs"). Elsewhere a division.
 *
 * <p>A divisor that is zero or an infinity has the quotient that it has without {@code
 * -cl-fast-relaxed-math}: programs count on {@code x / (1 + exp(-x))}, though the option says that
 * there are no infinities. LLVM's own estimates give NaN there.
 */
final class Quotient {
  private final VectorScope scope;
  private final Estimates estimates;

  Quotient(VectorScope scope) {
    this.scope = scope;
    this.estimates = new Estimates(scope);
  }

  private LlvmText out() {
    return scope.out();
  }

  /** Returns the quotient of two vectors. */
  String emit(Binary i, String dividend, String divisor) {
    String type = scope.vectorType(i.type().scalar());
    boolean estimated =
        i.fastMath().contains(FastMath.ARCP)
            && i.type().scalar().equals(Types.F32)
            && scope.module().math().isAvx512();
    return estimated
        ? out().binary("fmul", kept(i) + type, dividend, reciprocal(type, divisor))
        : out().binary("fdiv", ArithmeticEmitter.flags(i) + type, dividend, divisor);
  }

  /** Returns the flags without those that say that nothing is infinite or NaN. */
  private static String kept(Binary i) {
    Set<FastMath> flags = new HashSet<>(i.fastMath());
    flags.removeAll(Set.of(FastMath.NNAN, FastMath.NINF));
    return ArithmeticEmitter.flags(flags);
  }

  private String reciprocal(String type, String x) {
    String fma = "@llvm.fma." + scope.vectorSuffix(Types.F32);
    String estimate = estimates.emit("rcp14", type, x);
    String minus = out().unary("fneg", type, x);
    String one = scope.constant(Types.F32, "1.0");
    String error = scope.call(type, fma, minus, estimate, one);
    // Of zero, infinity and NaN the error is NaN, of a denormal number that has no reciprocal minus
    // infinity; one in its place leaves the estimate what it is, the result.
    String known = out().fcmp("ogt", type, error, scope.constant(Types.F32, "-1.0"));
    String usable = scope.select(known, type, error, one);
    return scope.call(type, fma, estimate, usable, estimate);
  }
}

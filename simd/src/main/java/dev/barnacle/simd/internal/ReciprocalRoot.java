package dev.barnacle.simd.internal;

import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;

/**
 * The reciprocal of the square root for all lanes. In single precision with AVX-512: the
 * processor's estimate (an error below 2^-14) and a step of Newton's method, which is within 1.5
 * ulp; OpenCL C allows 2 (7.4, "Relative error as ULPs"). Elsewhere a root and a division.
 */
final class ReciprocalRoot {
  private final VectorFrame frame;

  ReciprocalRoot(VectorFrame frame) {
    this.frame = frame;
  }

  private LlvmText out() {
    return frame.out();
  }

  /** Returns the result for the vector {@code x}. */
  String emit(Intrinsic i, String x) {
    Type scalar = i.type().scalar();
    boolean estimates =
        scalar.equals(Types.F32) && frame.lanes() <= 16 && frame.module().math().isAvx512();
    return estimates ? newton(x) : exact(scalar, x, ArithmeticEmitter.flags(i.fastMath()));
  }

  private String exact(Type scalar, String x, String flags) {
    String type = frame.vectorType(scalar);
    String sqrt = "@llvm.sqrt." + frame.vectorSuffix(scalar);
    frame.module().declare(type + " " + sqrt + "(" + type + ")");
    String root = out().assign("call " + flags + type + " " + sqrt + "(" + type + " " + x + ")");
    return out().assign("fdiv " + flags + type + " " + constant(scalar, "1.0") + ", " + root);
  }

  private String newton(String x) {
    String type = frame.vectorType(Types.F32);
    String fma = "@llvm.fma." + frame.vectorSuffix(Types.F32);
    frame.module().declare(type + " " + fma + "(" + type + ", " + type + ", " + type + ")");
    String estimate = estimate(type, x);
    String product = out().assign("fmul " + type + " " + x + ", " + estimate);
    String minus = out().assign("fneg " + type + " " + product);
    String one = constant(Types.F32, "1.0");
    String call = "call " + type + " " + fma + "(" + type + " ";
    String next = ", " + type + " ";
    String error = out().assign(call + minus + next + estimate + next + one + ")");
    // Of zero, infinity, NaN and negative numbers the error is NaN; any number in its place leaves
    // the estimate what it is, the result. (This comparison and choice are one minimum of x86.)
    String known = out().assign("fcmp olt " + type + " " + error + ", " + one);
    String choice = "select " + frame.vectorType(Types.I1) + " " + known + next;
    String usable = out().assign(choice + error + next + one);
    String half = out().assign("fmul " + type + " " + estimate + ", " + constant(Types.F32, "0.5"));
    return out().assign(call + half + next + usable + next + estimate + ")");
  }

  private String estimate(String type, String x) {
    int lanes = frame.lanes();
    String name = "@llvm.x86.avx512.rsqrt14.ps." + 32 * lanes;
    String mask = "i" + Math.max(8, lanes);
    frame.module().declare(type + " " + name + "(" + type + ", " + type + ", " + mask + ")");
    return out()
        .assign(
            "call "
                + type
                + " "
                + name
                + "("
                + type
                + " "
                + x
                + ", "
                + type
                + " zeroinitializer, "
                + mask
                + " -1)");
  }

  private String constant(Type scalar, String text) {
    String element = LlvmTypes.type(scalar) + " " + text;
    return frame.vectorConstant(l -> element);
  }
}

package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.simd.internal.emit.ArithmeticEmitter;
import dev.barnacle.simd.internal.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The reciprocal of the square root for all lanes. In single precision with AVX-512: the
 * processor's estimate (an error below 2^-14) and a step of Newton's method, which is within 1.5
 * ulp; OpenCL C allows 2 (7.4, "Relative error as ULPs"). Elsewhere a root and a division.
 */
final class ReciprocalRoot {
  /** Lanes of a register of AVX-512. */
  private static final int REGISTER = 16;

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
    boolean estimates = scalar.equals(Types.F32) && frame.module().math().isAvx512();
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

  /** Returns the processor's estimates, a register at a time. */
  private String estimate(String type, String x) {
    if (frame.lanes() <= REGISTER) {
      return estimate(frame.lanes(), x);
    }
    List<String> parts = new ArrayList<>();
    for (int from = 0; from < frame.lanes(); from += REGISTER) {
      String order = order(from, REGISTER);
      String vector = type + " " + x + ", " + type + " poison, ";
      parts.add(estimate(REGISTER, out().assign("shufflevector " + vector + order)));
    }
    int size = REGISTER;
    while (parts.size() > 1) {
      List<String> joined = new ArrayList<>();
      String half = "<" + size + " x float> ";
      for (int k = 0; k < parts.size(); k += 2) {
        String both = half + parts.get(k) + ", " + half + parts.get(k + 1) + ", ";
        joined.add(out().assign("shufflevector " + both + order(0, 2 * size)));
      }
      parts = joined;
      size *= 2;
    }
    return parts.getFirst();
  }

  private static String order(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(e -> "i32 " + e)
        .collect(Collectors.joining(", ", "<" + count + " x i32> <", ">"));
  }

  private String estimate(int lanes, String x) {
    String type = "<" + lanes + " x float>";
    String name = "@llvm.x86.avx512.rsqrt14.ps." + 32 * lanes;
    String mask = "i" + Math.max(8, lanes);
    frame.module().declare(type + " " + name + "(" + type + ", " + type + ", " + mask + ")");
    String arguments = type + " " + x + ", " + type + " zeroinitializer, " + mask + " -1";
    return out().assign("call " + type + " " + name + "(" + arguments + ")");
  }

  private String constant(Type scalar, String text) {
    String element = LlvmTypes.type(scalar) + " " + text;
    return frame.vectorConstant(l -> element);
  }
}

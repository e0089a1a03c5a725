package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.cpu.VectorMath;
import dev.barnacle.simd.internal.emit.ArithmeticEmitter;
import dev.barnacle.simd.internal.emit.IntrinsicEmitter;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Emits pure functions for all lanes: with the JDK's SIMD functions, or as LLVM intrinsics on
 * vectors.
 */
final class VectorIntrinsics {
  private final VectorScope scope;

  VectorIntrinsics(VectorScope scope) {
    this.scope = scope;
  }

  /** Returns whether the function has a vector form. */
  private List<VectorMath.Variant> variants(Intrinsic i) {
    return scope.module().math().variants(i.op(), i.type().scalar());
  }

  void emit(Intrinsic i) {
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < i.type().lanes(); p++) {
      List<String> operands = new ArrayList<>();
      for (Value operand : i.operands()) {
        operands.add(scope.part(operand, p));
      }
      parts.add(one(i, operands));
    }
    scope.set(i, parts);
  }

  private String one(Intrinsic i, List<String> operands) {
    if (i.op().isExpectation()) {
      return operands.getFirst();
    }
    if (i.op() == Intrinsic.Op.RSQRT) {
      return new ReciprocalRoot(scope).emit(i, operands.getFirst());
    }
    if (SineCosine.has(scope, i.op(), i.type().scalar())) {
      String x = operands.getFirst();
      return new SineCosine(scope).emit(i.op(), x, () -> called(i, operands));
    }
    return called(i, operands);
  }

  private String called(Intrinsic i, List<String> operands) {
    List<VectorMath.Variant> variants = variants(i);
    for (VectorMath.Variant variant : variants) {
      if (variant.lanes() <= scope.lanes()) {
        return pieces(i, variant, operands);
      }
    }
    return intrinsic(i, operands);
  }

  /** Calls a SIMD function on as many neighbouring lanes at a time as it takes. */
  private String pieces(Intrinsic i, VectorMath.Variant variant, List<String> operands) {
    Type scalar = i.type().scalar();
    int width = variant.lanes();
    String narrow = LlvmTypes.vector(width, scalar);
    List<String> results = new ArrayList<>();
    for (int at = 0; at < scope.lanes(); at += width) {
      List<String> values = new ArrayList<>();
      for (String operand : operands) {
        values.add(slice(scalar, operand, at, width));
      }
      scope.module().declare(IntrinsicEmitter.pure(narrow, variant.symbol(), values.size()));
      results.add(scope.out().call(narrow, "@" + variant.symbol(), LlvmText.typed(narrow, values)));
    }
    return scope.out().concatenated(LlvmTypes.type(scalar), width, results);
  }

  private String slice(Type scalar, String vector, int from, int width) {
    return width == scope.lanes()
        ? vector
        : scope.out().shuffle(scope.vectorType(scalar), vector, width, l -> from + l);
  }

  private String intrinsic(Intrinsic i, List<String> operands) {
    Type scalar = i.type().scalar();
    String type = scope.vectorType(scalar);
    String flags = i.op().isFloat() ? ArithmeticEmitter.flags(i.fastMath()) : "";
    if (i.op() == Intrinsic.Op.FMOD) {
      return scope.out().binary("frem", flags + type, operands.get(0), operands.get(1));
    }
    List<String> types = new ArrayList<>();
    List<String> values = new ArrayList<>(operands);
    for (int k = 0; k < operands.size(); k++) {
      types.add(scope.vectorType(i.operand(k).type().scalar()));
    }
    String name = "@llvm." + IntrinsicEmitter.name(i.op()) + "." + scope.vectorSuffix(scalar);
    switch (i.op()) {
      case LDEXP -> name += "." + scope.vectorSuffix(i.operand(1).type().scalar());
      case CTLZ, CTTZ, ABS -> {
        types.add("i1");
        values.add("false");
      }
      default -> {}
    }
    return scope.call(flags, type, name, types, values);
  }
}

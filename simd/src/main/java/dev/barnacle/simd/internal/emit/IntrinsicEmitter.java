package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.cpu.VectorMath;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Emits pure functions: as LLVM intrinsics, or as calls of the C library's functions. */
public final class IntrinsicEmitter {
  private static final String PURE = " memory(none) nounwind willreturn";

  private final EmitScope scope;

  IntrinsicEmitter(EmitScope scope) {
    this.scope = scope;
  }

  void emit(Intrinsic i) {
    if (i.op().isExpectation()) {
      scope.alias(i, scope.operand(i.operand(0)));
    } else if (i.op() == Intrinsic.Op.FMOD) {
      String type = ArithmeticEmitter.flags(i.fastMath()) + LlvmTypes.type(i.type());
      String a = scope.operand(i.operand(0));
      String b = scope.operand(i.operand(1));
      scope.define(i, o -> o.binary("frem", type, a, b));
    } else if (i.op() == Intrinsic.Op.RSQRT) {
      reciprocalRoot(i);
    } else if (!variants(i.op(), i.type().scalar()).isEmpty() || VectorMath.isLibraryOnly(i.op())) {
      library(i);
    } else {
      intrinsic(i);
    }
  }

  private void reciprocalRoot(Intrinsic i) {
    String type = LlvmTypes.type(i.type());
    String flags = ArithmeticEmitter.flags(i.fastMath());
    String root =
        scope.call(
            flags,
            type,
            "@llvm.sqrt." + LlvmTypes.suffix(i.type()),
            List.of(type),
            List.of(scope.operand(i.operand(0))));
    String one = LlvmTypes.splat(i.type(), "1.0");
    scope.define(i, o -> o.binary("fdiv", flags + type, one, root));
  }

  private List<VectorMath.Variant> variants(Intrinsic.Op op, Type scalar) {
    return scope.module().math().variants(op, scalar);
  }

  private void intrinsic(Intrinsic i) {
    String name = "@llvm." + name(i.op()) + "." + LlvmTypes.suffix(i.type());
    List<String> types = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    for (Value operand : i.operands()) {
      types.add(LlvmTypes.type(operand.type()));
      arguments.add(scope.typed(operand));
    }
    switch (i.op()) {
      case POWI, LDEXP -> name += "." + LlvmTypes.suffix(i.operand(1).type());
      case CTLZ, CTTZ, ABS -> {
        types.add("i1");
        arguments.add("i1 false");
      }
      default -> {}
    }
    String type = LlvmTypes.type(i.type());
    String function = name;
    scope.module().declare(type, function, types);
    String flags = i.op().isFloat() ? ArithmeticEmitter.flags(i.fastMath()) : "";
    scope.define(i, o -> o.call(flags + type, function, arguments));
  }

  public static String name(Intrinsic.Op op) {
    return switch (op) {
      case TRUNC_F -> "trunc";
      case FMIN -> "minnum";
      case FMAX -> "maxnum";
      default -> op.name().toLowerCase(Locale.ROOT).replace('_', '.');
    };
  }

  /** Calls a SIMD function, or the C library's for each lane; for half in single precision. */
  private void library(Intrinsic i) {
    List<String> operands = i.operands().stream().map(scope::operand).toList();
    if (!(i.type() instanceof VectorType vector)) {
      scope.alias(i, scalar(i, i.type(), operands));
      return;
    }
    List<VectorMath.Variant> variants = variants(i.op(), vector.element());
    for (VectorMath.Variant variant : variants.reversed()) {
      if (variant.lanes() >= vector.lanes()) {
        scope.alias(i, simd(variant, vector, operands));
        return;
      }
    }
    scope.alias(i, eachLane(i, vector, operands));
  }

  private String simd(VectorMath.Variant variant, VectorType type, List<String> operands) {
    String narrow = LlvmTypes.type(type);
    String wide = LlvmTypes.type(new VectorType(type.element(), variant.lanes()));
    boolean same = variant.lanes() == type.lanes();
    List<String> values = new ArrayList<>();
    for (String operand : operands) {
      values.add(same ? operand : resized(narrow, operand, type.lanes(), variant.lanes()));
    }
    String result = pure(wide, variant.symbol(), values, "");
    return same ? result : resized(wide, result, variant.lanes(), type.lanes());
  }

  /** Calls a function without side effects, whose parameters and result are of one type. */
  private String pure(String type, String symbol, List<String> values, String attributes) {
    scope.module().declare(pure(type, symbol, values.size()));
    List<String> arguments = LlvmText.typed(type, values);
    return scope.out().call(type, "@" + symbol, arguments, attributes);
  }

  /** Returns the declaration of such a function. */
  public static String pure(String type, String symbol, int arity) {
    String types = String.join(", ", Collections.nCopies(arity, type));
    return type + " @" + symbol + "(" + types + ")" + PURE;
  }

  /** A shuffle that drops the last lanes or repeats the first one. */
  private String resized(String type, String operand, int from, int to) {
    return scope.out().shuffle(type, operand, to, l -> l < from ? l : 0);
  }

  private String eachLane(Intrinsic i, VectorType vector, List<String> operands) {
    LlvmText out = scope.out();
    String type = LlvmTypes.type(vector);
    String element = LlvmTypes.type(vector.element());
    String result = "poison";
    for (int lane = 0; lane < vector.lanes(); lane++) {
      List<String> parts = new ArrayList<>();
      for (String operand : operands) {
        parts.add(out.extract(type, operand, lane));
      }
      String value = scalar(i, vector.element(), parts);
      result = out.insert(type, result, element, value, lane);
    }
    return result;
  }

  private String scalar(Intrinsic i, Type type, List<String> operands) {
    LlvmText out = scope.out();
    if (type.equals(Types.F16)) {
      List<String> wide =
          operands.stream().map(o -> out.cast("fpext", "half", o, "float")).toList();
      return out.cast("fptrunc", "float", scalar(i, Types.F32, wide), "half");
    }
    FloatType floating = (FloatType) type;
    String text = LlvmTypes.type(type);
    String name = VectorMath.libraryName(i.op(), floating);
    return pure(text, name, operands, vectorForms(i.op(), floating));
  }

  /**
   * Returns the attribute by which LLVM's loop vectoriser finds the SIMD forms; declares and keeps
   * these.
   */
  private String vectorForms(Intrinsic.Op op, FloatType type) {
    List<VectorMath.Variant> variants = variants(op, type);
    if (variants.isEmpty()) {
      return "";
    }
    for (VectorMath.Variant variant : variants) {
      String vector = LlvmTypes.type(new VectorType(type, variant.lanes()));
      scope.module().declare(pure(vector, variant.symbol(), op.arity()));
      scope.module().keep(variant.symbol());
    }
    return " " + VectorMath.attribute(op, type, variants);
  }
}

package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.simd.internal.cpu.VectorMath;
import dev.barnacle.simd.internal.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Emits pure functions: as LLVM intrinsics, or as calls of the C library's functions. */
public final class IntrinsicEmitter {
  public static final String PURE = " memory(none) nounwind willreturn";

  private final Frame frame;

  IntrinsicEmitter(Frame frame) {
    this.frame = frame;
  }

  void emit(Intrinsic i) {
    if (i.op().isExpectation()) {
      frame.alias(i, frame.operand(i.operand(0)));
    } else if (i.op() == Intrinsic.Op.FMOD) {
      String operands = frame.typed(i.operand(0)) + ", " + frame.operand(i.operand(1));
      frame.define(i, "frem " + ArithmeticEmitter.flags(i.fastMath()) + operands);
    } else if (i.op() == Intrinsic.Op.RSQRT) {
      reciprocalRoot(i);
    } else if (!variants(i.op(), i.type().scalar()).isEmpty() || isLibraryOnly(i.op())) {
      library(i);
    } else {
      intrinsic(i);
    }
  }

  private void reciprocalRoot(Intrinsic i) {
    String type = LlvmTypes.type(i.type());
    String sqrt = "@llvm.sqrt." + LlvmTypes.suffix(i.type());
    frame.module().declare(type + " " + sqrt + "(" + type + ")");
    String flags = ArithmeticEmitter.flags(i.fastMath());
    String root =
        frame
            .out()
            .assign("call " + flags + type + " " + sqrt + "(" + frame.typed(i.operand(0)) + ")");
    String one = LlvmTypes.splat(i.type(), "1.0");
    frame.define(i, "fdiv " + flags + type + " " + one + ", " + root);
  }

  private List<VectorMath.Variant> variants(Intrinsic.Op op, Type scalar) {
    return frame.module().math().variants(op, scalar);
  }

  public static boolean isLibraryOnly(Intrinsic.Op op) {
    return switch (op) {
      case ASINH, ACOSH, ATANH, EXPM1, LOG1P, CBRT, ERF, ERFC, LGAMMA, TGAMMA, HYPOT, REMAINDER ->
          true;
      default -> false;
    };
  }

  private void intrinsic(Intrinsic i) {
    String name = "@llvm." + name(i.op()) + "." + LlvmTypes.suffix(i.type());
    List<String> types = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    for (Value operand : i.operands()) {
      types.add(LlvmTypes.type(operand.type()));
      arguments.add(frame.typed(operand));
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
    frame.module().declare(type + " " + name + "(" + String.join(", ", types) + ")");
    String flags = i.op().isFloat() ? ArithmeticEmitter.flags(i.fastMath()) : "";
    frame.define(i, "call " + flags + type + " " + name + "(" + String.join(", ", arguments) + ")");
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
    List<String> operands = i.operands().stream().map(frame::operand).toList();
    if (!(i.type() instanceof VectorType vector)) {
      frame.alias(i, scalar(i, i.type(), operands));
      return;
    }
    List<VectorMath.Variant> variants = variants(i.op(), vector.element());
    for (VectorMath.Variant variant : variants.reversed()) {
      if (variant.lanes() >= vector.lanes()) {
        frame.alias(i, simd(variant, vector, operands));
        return;
      }
    }
    frame.alias(i, eachLane(i, vector, operands));
  }

  private String simd(VectorMath.Variant variant, VectorType type, List<String> operands) {
    LlvmText out = frame.out();
    String narrow = LlvmTypes.type(type);
    String wide = LlvmTypes.type(new VectorType(type.element(), variant.lanes()));
    boolean same = variant.lanes() == type.lanes();
    List<String> arguments = new ArrayList<>();
    for (String operand : operands) {
      String value =
          same ? operand : out.assign(resize(narrow, operand, type.lanes(), variant.lanes()));
      arguments.add(wide + " " + value);
    }
    List<String> types = Collections.nCopies(operands.size(), wide);
    frame
        .module()
        .declare(wide + " @" + variant.symbol() + "(" + String.join(", ", types) + ")" + PURE);
    String call =
        "call " + wide + " @" + variant.symbol() + "(" + String.join(", ", arguments) + ")";
    String result = out.assign(call);
    return same ? result : out.assign(resize(wide, result, variant.lanes(), type.lanes()));
  }

  /** A shuffle that drops the last lanes or repeats the first one. */
  private static String resize(String type, String operand, int from, int to) {
    String mask =
        IntStream.range(0, to)
            .mapToObj(l -> "i32 " + (l < from ? l : 0))
            .collect(Collectors.joining(", "));
    return "shufflevector "
        + type
        + " "
        + operand
        + ", "
        + type
        + " poison, <"
        + to
        + " x i32> <"
        + mask
        + ">";
  }

  private String eachLane(Intrinsic i, VectorType vector, List<String> operands) {
    LlvmText out = frame.out();
    String type = LlvmTypes.type(vector);
    String element = LlvmTypes.type(vector.element());
    String result = "poison";
    for (int lane = 0; lane < vector.lanes(); lane++) {
      List<String> parts = new ArrayList<>();
      for (String operand : operands) {
        parts.add(out.assign("extractelement " + type + " " + operand + ", i32 " + lane));
      }
      String value = scalar(i, vector.element(), parts);
      String insertion = type + " " + result + ", " + element + " " + value + ", i32 " + lane;
      result = out.assign("insertelement " + insertion);
    }
    return result;
  }

  private String scalar(Intrinsic i, Type type, List<String> operands) {
    LlvmText out = frame.out();
    if (type.equals(Types.F16)) {
      List<String> wide =
          operands.stream().map(o -> out.assign("fpext half " + o + " to float")).toList();
      return out.assign("fptrunc float " + scalar(i, Types.F32, wide) + " to half");
    }
    FloatType floating = (FloatType) type;
    String text = LlvmTypes.type(type);
    String name = VectorMath.libraryName(i.op(), floating);
    List<String> types = Collections.nCopies(operands.size(), text);
    frame.module().declare(text + " @" + name + "(" + String.join(", ", types) + ")" + PURE);
    List<String> arguments = operands.stream().map(o -> text + " " + o).toList();
    String call = "call " + text + " @" + name + "(" + String.join(", ", arguments) + ")";
    return out.assign(call + vectorForms(i.op(), floating));
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
      String parameters = String.join(", ", Collections.nCopies(op.arity(), vector));
      frame.module().declare(vector + " @" + variant.symbol() + "(" + parameters + ")" + PURE);
      frame.module().keep(variant.symbol());
    }
    return " " + VectorMath.attribute(op, type, variants);
  }
}

package dev.barnacle.simd.internal;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Emits pure functions: as LLVM intrinsics, or as calls of the C library's functions. */
final class IntrinsicEmitter {
  private final Frame frame;

  IntrinsicEmitter(Frame frame) {
    this.frame = frame;
  }

  void emit(Intrinsic i) {
    switch (i.op()) {
      case FMOD ->
          frame.define(
              i,
              "frem "
                  + ArithmeticEmitter.flags(i.fastMath())
                  + frame.typed(i.operand(0))
                  + ", "
                  + frame.operand(i.operand(1)));
      case ASINH, ACOSH, ATANH, EXPM1, LOG1P, CBRT, ERF, ERFC, LGAMMA, TGAMMA, HYPOT, REMAINDER ->
          library(i);
      default -> intrinsic(i);
    }
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

  private static String name(Intrinsic.Op op) {
    return switch (op) {
      case TRUNC_F -> "trunc";
      case FMIN -> "minnum";
      case FMAX -> "maxnum";
      default -> op.name().toLowerCase(Locale.ROOT).replace('_', '.');
    };
  }

  /** Calls the C library's function for each lane; for half in single precision. */
  private void library(Intrinsic i) {
    List<String> operands = i.operands().stream().map(frame::operand).toList();
    if (!(i.type() instanceof VectorType vector)) {
      frame.alias(i, scalar(i, i.type(), operands));
      return;
    }
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
      result =
          out.assign(
              "insertelement "
                  + type
                  + " "
                  + result
                  + ", "
                  + element
                  + " "
                  + value
                  + ", i32 "
                  + lane);
    }
    frame.alias(i, result);
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
    String name = i.op().name().toLowerCase(Locale.ROOT) + (floating.bits() == 32 ? "f" : "");
    List<String> types = Collections.nCopies(operands.size(), text);
    frame
        .module()
        .declare(
            text
                + " @"
                + name
                + "("
                + String.join(", ", types)
                + ") memory(none) nounwind willreturn");
    List<String> arguments = operands.stream().map(o -> text + " " + o).toList();
    return out.assign("call " + text + " @" + name + "(" + String.join(", ", arguments) + ")");
  }
}

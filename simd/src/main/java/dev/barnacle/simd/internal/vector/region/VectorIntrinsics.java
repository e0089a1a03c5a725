package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.simd.internal.cpu.VectorMath;
import dev.barnacle.simd.internal.emit.ArithmeticEmitter;
import dev.barnacle.simd.internal.emit.IntrinsicEmitter;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorFrame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Emits pure functions for all lanes: with the JDK's SIMD functions, or as LLVM intrinsics on
 * vectors.
 */
final class VectorIntrinsics {
  private final VectorFrame frame;

  VectorIntrinsics(VectorFrame frame) {
    this.frame = frame;
  }

  /** Tells whether the function has a vector form. */
  boolean handles(Intrinsic i) {
    return !variants(i).isEmpty()
        || (!IntrinsicEmitter.isLibraryOnly(i.op()) && i.op() != Intrinsic.Op.POWI);
  }

  private List<VectorMath.Variant> variants(Intrinsic i) {
    return frame.module().math().variants(i.op(), i.type().scalar());
  }

  void emit(Intrinsic i) {
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < i.type().lanes(); p++) {
      List<String> operands = new ArrayList<>();
      for (Value operand : i.operands()) {
        operands.add(frame.part(operand, p));
      }
      parts.add(one(i, operands));
    }
    frame.set(i, parts);
  }

  private String one(Intrinsic i, List<String> operands) {
    if (i.op().isExpectation()) {
      return operands.getFirst();
    }
    if (i.op() == Intrinsic.Op.RSQRT) {
      return new ReciprocalRoot(frame).emit(i, operands.getFirst());
    }
    List<VectorMath.Variant> variants = variants(i);
    for (VectorMath.Variant variant : variants) {
      if (variant.lanes() <= frame.lanes()) {
        return pieces(i, variant, operands);
      }
    }
    return intrinsic(i, operands);
  }

  /** Calls a SIMD function on as many neighbouring lanes at a time as it takes. */
  private String pieces(Intrinsic i, VectorMath.Variant variant, List<String> operands) {
    Type scalar = i.type().scalar();
    int width = variant.lanes();
    String narrow = "<" + width + " x " + LlvmTypes.type(scalar) + ">";
    List<String> results = new ArrayList<>();
    for (int at = 0; at < frame.lanes(); at += width) {
      List<String> arguments = new ArrayList<>();
      for (String operand : operands) {
        arguments.add(narrow + " " + slice(scalar, operand, at, width));
      }
      String types = String.join(", ", Collections.nCopies(operands.size(), narrow));
      frame
          .module()
          .declare(narrow + " @" + variant.symbol() + "(" + types + ")" + IntrinsicEmitter.PURE);
      results.add(
          frame
              .out()
              .assign(
                  "call "
                      + narrow
                      + " @"
                      + variant.symbol()
                      + "("
                      + String.join(", ", arguments)
                      + ")"));
    }
    return join(scalar, results, width);
  }

  private String slice(Type scalar, String vector, int from, int width) {
    if (width == frame.lanes()) {
      return vector;
    }
    String type = frame.vectorType(scalar);
    return frame
        .out()
        .assign(
            "shufflevector " + type + " " + vector + ", " + type + " poison, " + mask(from, width));
  }

  private String join(Type scalar, List<String> parts, int width) {
    List<String> now = parts;
    int size = width;
    while (now.size() > 1) {
      String type = "<" + size + " x " + LlvmTypes.type(scalar) + ">";
      List<String> next = new ArrayList<>();
      for (int k = 0; k < now.size(); k += 2) {
        next.add(
            frame
                .out()
                .assign(
                    "shufflevector "
                        + type
                        + " "
                        + now.get(k)
                        + ", "
                        + type
                        + " "
                        + now.get(k + 1)
                        + ", "
                        + mask(0, 2 * size)));
      }
      now = next;
      size *= 2;
    }
    return now.getFirst();
  }

  private static String mask(int from, int width) {
    return IntStream.range(from, from + width)
        .mapToObj(l -> "i32 " + l)
        .collect(Collectors.joining(", ", "<" + width + " x i32> <", ">"));
  }

  private String intrinsic(Intrinsic i, List<String> operands) {
    Type scalar = i.type().scalar();
    String type = frame.vectorType(scalar);
    String flags = i.op().isFloat() ? ArithmeticEmitter.flags(i.fastMath()) : "";
    if (i.op() == Intrinsic.Op.FMOD) {
      return frame
          .out()
          .assign("frem " + flags + type + " " + operands.get(0) + ", " + operands.get(1));
    }
    List<String> types = new ArrayList<>();
    List<String> arguments = new ArrayList<>();
    for (int k = 0; k < operands.size(); k++) {
      String own = frame.vectorType(i.operand(k).type().scalar());
      types.add(own);
      arguments.add(own + " " + operands.get(k));
    }
    String name = "@llvm." + IntrinsicEmitter.name(i.op()) + "." + frame.vectorSuffix(scalar);
    switch (i.op()) {
      case LDEXP -> name += "." + frame.vectorSuffix(i.operand(1).type().scalar());
      case CTLZ, CTTZ, ABS -> {
        types.add("i1");
        arguments.add("i1 false");
      }
      default -> {}
    }
    frame.module().declare(type + " " + name + "(" + String.join(", ", types) + ")");
    return frame
        .out()
        .assign("call " + flags + type + " " + name + "(" + String.join(", ", arguments) + ")");
  }
}

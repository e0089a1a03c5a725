package dev.barnacle.simd.internal.text;

import dev.barnacle.ir.Constant;
import dev.barnacle.ir.FloatConstant;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.OpaqueType;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.VectorConstant;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.VoidType;
import dev.barnacle.llvm.text.LlvmText;
import java.util.stream.Collectors;

/** Types and constants as LLVM IR text. All address spaces are one on a CPU. */
public final class LlvmTypes {
  private LlvmTypes() {}

  public static String type(Type type) {
    return switch (type) {
      case VoidType v -> "void";
      case IntType i -> "i" + i.bits();
      case FloatType f -> f.bits() == 16 ? "half" : f.bits() == 32 ? "float" : "double";
      case PointerType p -> "ptr";
      case VectorType v -> vector(v.lanes(), v.element());
      case OpaqueType o -> "i64";
    };
  }

  /** Returns the type of a vector of {@code size} elements of a scalar type. */
  public static String vector(int size, Type scalar) {
    return vector(size, type(scalar));
  }

  public static String vector(int size, String element) {
    return LlvmText.vector(size, element);
  }

  /** Returns the suffix of an overloaded intrinsic's name, such as {@code v4f32}. */
  public static String suffix(Type type) {
    return switch (type) {
      case FloatType f -> "f" + f.bits();
      case VectorType v -> "v" + v.lanes() + suffix(v.element());
      default -> type(type);
    };
  }

  /**
   * Returns the alignment that a value of the type has in an argument block or in the saved state.
   */
  public static long alignment(Type type) {
    return Math.max(1, Long.highestOneBit(Math.max(1, type.byteSize())));
  }

  public static String constant(Constant constant) {
    return switch (constant) {
      case IntConstant i ->
          i.type().bits() == 1 ? (i.value() == 0 ? "false" : "true") : Long.toString(i.value());
      case FloatConstant f -> floating(f);
      case NullConstant n -> n.type() instanceof OpaqueType ? "0" : "null";
      case UndefConstant u -> "undef";
      case VectorConstant v ->
          v.elements().stream()
              .map(e -> type(e.type()) + " " + constant(e))
              .collect(Collectors.joining(", ", "<", ">"));
    };
  }

  /** Returns {@code scalar}, an LLVM literal of the scalar type, in each lane of {@code type}. */
  public static String splat(Type type, String scalar) {
    if (!(type instanceof VectorType vector)) {
      return scalar;
    }
    String element = type(vector.element()) + " " + scalar;
    return "<" + String.join(", ", java.util.Collections.nCopies(vector.lanes(), element)) + ">";
  }

  private static String floating(FloatConstant constant) {
    return switch (constant.type().bits()) {
      case 16 -> String.format("0xH%04X", constant.bits());
      case 32 -> String.format("0x%016X", widen((int) constant.bits()));
      default -> String.format("0x%016X", constant.bits());
    };
  }

  /** Returns the bits of the double that LLVM writes for a float, the payload of a NaN kept. */
  private static long widen(int bits) {
    float value = Float.intBitsToFloat(bits);
    if (!Float.isNaN(value)) {
      return Double.doubleToRawLongBits(value);
    }
    long sign = (bits & 0x80000000L) << 32;
    return sign | 0x7FF0000000000000L | (bits & 0x7FFFFFL) << 29;
  }
}

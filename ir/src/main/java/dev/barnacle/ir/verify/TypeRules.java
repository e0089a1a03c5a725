package dev.barnacle.ir.verify;

import dev.barnacle.ir.Constant;
import dev.barnacle.ir.FloatConstant;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.OpaqueType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.VectorConstant;
import dev.barnacle.ir.VoidType;
import java.util.Optional;

/** Answers the questions of the checks about types and constants. */
final class TypeRules {
  private TypeRules() {}

  static boolean powerOfTwo(long number) {
    return number > 0 && Long.bitCount(number) == 1;
  }

  /** Returns what is wrong with a constant, if anything. */
  static Optional<String> constant(Constant constant) {
    return switch (constant) {
      case UndefConstant u when u.type() instanceof VoidType ->
          Optional.of("undefined value of type void");
      case FloatConstant f when f.type().bits() < 64 && f.bits() >>> f.type().bits() != 0 ->
          Optional.of("bits beyond " + f.type());
      case VectorConstant v -> elements(v);
      default -> Optional.empty();
    };
  }

  private static Optional<String> elements(VectorConstant vector) {
    for (Constant element : vector.elements()) {
      if (!element.type().equals(vector.type().element())) {
        return Optional.of("a " + element.type() + " in a vector of type " + vector.type());
      }
    }
    return Optional.empty();
  }

  /** Returns the bits of a number or vector of numbers; 0 for pointers and opaque values. */
  static long bits(Type type) {
    return switch (type.scalar()) {
      case IntType i -> (long) i.bits() * type.lanes();
      case FloatType f -> (long) f.bits() * type.lanes();
      default -> 0;
    };
  }

  /** Returns whether values of the type can stand in memory. */
  static boolean inMemory(Type type) {
    return !(type instanceof VoidType);
  }

  /** Returns whether an atomic operation can work on the type. */
  static boolean atomic(Type type) {
    return type.equals(Types.I32) || type.equals(Types.I64) || type instanceof FloatType;
  }

  static boolean opaque(Type type, OpaqueType.Kind kind) {
    return type.equals(new OpaqueType(kind));
  }
}

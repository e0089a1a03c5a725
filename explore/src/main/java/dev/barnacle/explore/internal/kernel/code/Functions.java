package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.engine.math.IntegerFunctions;
import dev.barnacle.engine.math.MathFunctions;
import dev.barnacle.engine.math.SoftArithmetic;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Locale;

/**
 * The built-in functions that are instructions, as functions of three lanes: those that the
 * watching engine calls, so that the results are the same.
 */
public final class Functions {
  private static final MethodType UNIFORM =
      MethodType.methodType(long.class, long.class, long.class, long.class);
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private Functions() {}

  /** Returns what an intrinsic does with the lanes of its operands. */
  public static MethodHandle of(Intrinsic i) {
    try {
      Type[] types = i.operands().stream().map(Value::type).map(Type::scalar).toArray(Type[]::new);
      Class<?>[] classes = new Class<?>[types.length + (i.op().isFloat() ? 0 : 1)];
      for (int k = 0; k < types.length; k++) {
        classes[k] = javaType(types[k]);
      }
      MethodType type;
      MethodHandle function;
      if (i.op().isFloat()) {
        type = MethodType.methodType(classes[0], classes);
        function = LOOKUP.findStatic(MathFunctions.class, javaName(i.op()), type);
      } else {
        classes[types.length] = int.class;
        type = MethodType.methodType(classes[0], classes);
        function = LOOKUP.findStatic(IntegerFunctions.class, javaName(i.op()), type);
        int bits = ((IntType) types[0]).bits();
        function = MethodHandles.insertArguments(function, types.length, bits);
      }
      return uniform(function, types, i.type().scalar());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no function " + i.op().keyword(), e);
    }
  }

  private static MethodHandle uniform(MethodHandle function, Type[] types, Type result)
      throws ReflectiveOperationException {
    MethodHandle adapted = function;
    for (int k = 0; k < types.length; k++) {
      adapted = MethodHandles.filterArguments(adapted, k, from(types[k]));
    }
    adapted = MethodHandles.filterReturnValue(adapted, to(result));
    for (int k = types.length; k < 3; k++) {
      adapted = MethodHandles.dropArguments(adapted, k, long.class);
    }
    return adapted.asType(UNIFORM);
  }

  private static MethodHandle from(Type type) throws ReflectiveOperationException {
    String name =
        type instanceof FloatType f
            ? "number" + f.bits()
            : ((IntType) type).bits() == 64 ? "wide" : "narrow";
    return LOOKUP.findStatic(
        Functions.class, name, MethodType.methodType(javaType(type), long.class));
  }

  private static MethodHandle to(Type type) throws ReflectiveOperationException {
    String name =
        type instanceof FloatType f
            ? "bits" + f.bits()
            : ((IntType) type).bits() == 64 ? "wide" : "narrow";
    return LOOKUP.findStatic(
        Functions.class, name, MethodType.methodType(long.class, javaType(type)));
  }

  private static Class<?> javaType(Type type) {
    if (type instanceof FloatType f) {
      return f.bits() == 64 ? double.class : float.class;
    }
    return ((IntType) type).bits() == 64 ? long.class : int.class;
  }

  private static String javaName(Intrinsic.Op op) {
    StringBuilder name = new StringBuilder();
    for (String part : List.of(op.name().toLowerCase(Locale.ROOT).split("_", -1))) {
      name.append(
          name.isEmpty() ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
    }
    return name.toString();
  }

  // --- conversions between lanes and Java's types, found by name ---

  static long wide(long x) {
    return x;
  }

  static int narrow(long x) {
    return (int) x;
  }

  static long narrow(int x) {
    return x;
  }

  static float number16(long x) {
    return SoftArithmetic.halfOfBits((int) x & 0xffff);
  }

  static float number32(long x) {
    return Float.intBitsToFloat((int) x);
  }

  static double number64(long x) {
    return Double.longBitsToDouble(x);
  }

  static long bits16(float x) {
    return SoftArithmetic.halfBits(SoftArithmetic.roundToHalf(x)) & 0xffffL;
  }

  static long bits32(float x) {
    return Float.floatToRawIntBits(x) & 0xffffffffL;
  }

  static long bits64(double x) {
    return Double.doubleToRawLongBits(x);
  }
}

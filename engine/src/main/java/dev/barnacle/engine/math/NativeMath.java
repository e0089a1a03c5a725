package dev.barnacle.engine.math;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** The functions of the C library that Java's {@link Math} lacks. */
final class NativeMath {
  private static final MethodHandle ASINH = function("asinh");
  private static final MethodHandle ACOSH = function("acosh");
  private static final MethodHandle ATANH = function("atanh");
  private static final MethodHandle EXP2 = function("exp2");
  private static final MethodHandle EXP10 = function("exp10");
  private static final MethodHandle LOG2 = function("log2");
  private static final MethodHandle ERF = function("erf");
  private static final MethodHandle ERFC = function("erfc");
  private static final MethodHandle LGAMMA = function("lgamma");
  private static final MethodHandle TGAMMA = function("tgamma");

  private NativeMath() {}

  private static MethodHandle function(String name) {
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor type =
        FunctionDescriptor.of(ValueLayout.JAVA_DOUBLE, ValueLayout.JAVA_DOUBLE);
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), type, Linker.Option.critical(false));
  }

  private static double call(MethodHandle function, double x) {
    try {
      return (double) function.invokeExact(x);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  static double asinh(double x) {
    return call(ASINH, x);
  }

  static double acosh(double x) {
    return call(ACOSH, x);
  }

  static double atanh(double x) {
    return call(ATANH, x);
  }

  static double exp2(double x) {
    return call(EXP2, x);
  }

  static double exp10(double x) {
    return call(EXP10, x);
  }

  static double log2(double x) {
    return call(LOG2, x);
  }

  static double erf(double x) {
    return call(ERF, x);
  }

  static double erfc(double x) {
    return call(ERFC, x);
  }

  static double lgamma(double x) {
    return call(LGAMMA, x);
  }

  static double tgamma(double x) {
    return call(TGAMMA, x);
  }
}

package dev.barnacle.cl.builtins;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * The mathematical and common functions of floating-point arguments with one result, their
 * references and their limits: OpenCL C 7.4 "Relative Error as ULPs" (for half the table of
 * cl_khr_fp16), 7.5 "Edge Case Behavior".
 */
final class MathFunctions {
  private final List<Case> cases = new ArrayList<>();

  private MathFunctions() {}

  /** The true value of a function of numbers of a type; arguments that it does not have are 0. */
  @FunctionalInterface
  interface Reference {
    double at(Real type, double x, double y, double z);
  }

  static List<Case> all() {
    MathFunctions functions = new MathFunctions();
    functions.transcendental();
    functions.transcendentalOfTwo();
    functions.exact();
    functions.common();
    functions.fast();
    return functions.cases;
  }

  /** One function in all three types. The limits are those of float, double and half. */
  private void add(String name, int arity, double[] ulps, boolean anyZero, Reference reference) {
    for (Scalar type : Scalar.REALS) {
      add(type, name, arity, ulps[type.index() - Scalar.HALF.index()], anyZero, reference);
    }
  }

  private void add(
      Scalar t, String name, int arity, double ulps, boolean anyZero, Reference reference) {
    Expected expected =
        Expected.within(
            ulps,
            anyZero,
            (x, y, z) -> reference.at(t.real(), t.number(x), t.number(y), t.number(z)));
    cases.add(Case.call(name, t, arity, t, expected));
  }

  private void one(String name, double ulps, double half, DoubleUnaryOperator f) {
    add(name, 1, new double[] {half, ulps, ulps}, false, (t, x, y, z) -> f.applyAsDouble(x));
  }

  private void two(String name, double ulps, double half, DoubleBinaryOperator f) {
    add(name, 2, new double[] {half, ulps, ulps}, false, (t, x, y, z) -> f.applyAsDouble(x, y));
  }

  private void exact(String name, int arity, boolean anyZero, Reference reference) {
    add(name, arity, new double[3], anyZero, reference);
  }

  private void exact1(String name, DoubleUnaryOperator f) {
    exact(name, 1, false, (t, x, y, z) -> f.applyAsDouble(x));
  }

  private void exact2(String name, boolean anyZero, DoubleBinaryOperator f) {
    exact(name, 2, anyZero, (t, x, y, z) -> t.round(f.applyAsDouble(x, y)));
  }

  private void transcendental() {
    one("acos", 4, 2, StrictMath::acos);
    one("acosh", 4, 2, Libm.function("acosh"));
    one("acospi", 5, 2, x -> StrictMath.acos(x) / Math.PI);
    one("asin", 4, 2, StrictMath::asin);
    one("asinh", 4, 2, Libm.function("asinh"));
    one("asinpi", 5, 2, x -> StrictMath.asin(x) / Math.PI);
    one("atan", 5, 2, StrictMath::atan);
    one("atanh", 5, 2, Libm.function("atanh"));
    one("atanpi", 5, 2, x -> StrictMath.atan(x) / Math.PI);
    one("cbrt", 2, 2, StrictMath::cbrt);
    one("cos", 4, 2, StrictMath::cos);
    one("cosh", 4, 2, StrictMath::cosh);
    one("cospi", 4, 2, MathReferences::cospi);
    one("erf", 16, 4, Libm.function("erf"));
    one("erfc", 16, 4, Libm.function("erfc"));
    one("exp", 3, 2, StrictMath::exp);
    one("exp2", 3, 2, Libm.function("exp2"));
    one("exp10", 3, 2, Libm.function("exp10"));
    one("expm1", 3, 2, StrictMath::expm1);
    one("log", 3, 2, StrictMath::log);
    one("log2", 3, 2, Libm.function("log2"));
    one("log10", 3, 2, StrictMath::log10);
    one("log1p", 2, 2, StrictMath::log1p);
    one("rsqrt", 2, 1, x -> 1 / Math.sqrt(x));
    one("sin", 4, 2, StrictMath::sin);
    one("sinh", 4, 2, StrictMath::sinh);
    one("sinpi", 4, 2, MathReferences::sinpi);
    add("sqrt", 1, new double[] {0.5, 3, 0}, false, (t, x, y, z) -> Math.sqrt(x));
    one("tan", 5, 2, StrictMath::tan);
    one("tanh", 5, 2, StrictMath::tanh);
    one("tanpi", 6, 2, MathReferences::tanpi);
    one("tgamma", 16, 4, Libm.function("tgamma"));
  }

  private void transcendentalOfTwo() {
    two("atan2", 6, 2, StrictMath::atan2);
    two("atan2pi", 6, 2, (y, x) -> StrictMath.atan2(y, x) / Math.PI);
    two("hypot", 4, 2, StrictMath::hypot);
    two("pow", 16, 4, MathReferences::pow);
    two("powr", 16, 4, MathReferences::powr);
    for (Scalar t : Scalar.REALS) {
      withInteger(t, "pown", MathReferences::pown);
      withInteger(t, "rootn", MathReferences::rootn);
    }
  }

  /** pown and rootn: an int beside the number; 16 ulps, for half 4. */
  private void withInteger(Scalar t, String name, DoubleBinaryOperator f) {
    Expected expected =
        Expected.within(
            t == Scalar.HALF ? 4 : 16,
            false,
            (x, n, z) -> f.applyAsDouble(t.number(x), (double) n));
    cases.add(new Case(name + "_" + t, List.of(t, Scalar.INT), t, w -> name + "(x, y)", expected));
  }

  private void exact() {
    exact1("ceil", Math::ceil);
    exact1("fabs", Math::abs);
    exact1("floor", Math::floor);
    exact1("rint", Math::rint);
    exact1("round", MathReferences::round);
    exact1("trunc", MathReferences::trunc);
    exact1("logb", MathReferences::logb);
    exact2("copysign", false, Math::copySign);
    exact2("fdim", false, MathReferences::fdim);
    exact2("fmax", true, MathReferences::fmax);
    exact2("fmin", true, MathReferences::fmin);
    exact2("fmod", false, (x, y) -> x % y);
    exact2("maxmag", true, MathReferences::maxmag);
    exact2("minmag", true, MathReferences::minmag);
    exact2("remainder", false, Math::IEEEremainder);
    exact("nextafter", 2, false, (t, x, y, z) -> MathReferences.nextafter(t, x, y));
    exact("fma", 3, false, MathReferences::fma);
  }

  private void common() {
    one("degrees", 2, 2, x -> x * (180 / Math.PI));
    one("radians", 2, 2, x -> x * (Math.PI / 180));
    exact1("sign", x -> Double.isNaN(x) ? 0.0 : Math.signum(x));
    exact2("step", false, (edge, x) -> x < edge ? 0.0 : 1.0);
    // No result is promised where a NaN takes part; the specification's own terms say the rest.
    exact2("max", false, (x, y) -> x < y ? y : x);
    exact2("min", false, (x, y) -> y < x ? y : x);
    exact("clamp", 3, true, MathReferences::clamp);
  }

  /** half_ functions: 8192 ulps; native_ ones are given the same here. */
  private void fast() {
    for (String prefix : List.of("half_", "native_")) {
      fast(prefix + "exp", StrictMath::exp);
      fast(prefix + "exp2", Libm.function("exp2"));
      fast(prefix + "exp10", Libm.function("exp10"));
      fast(prefix + "log", StrictMath::log);
      fast(prefix + "log2", Libm.function("log2"));
      fast(prefix + "log10", StrictMath::log10);
      fast(prefix + "recip", x -> 1 / x);
      fast(prefix + "rsqrt", x -> 1 / Math.sqrt(x));
      fast(prefix + "sqrt", Math::sqrt);
      fastWithin(prefix + "sin", StrictMath::sin);
      fastWithin(prefix + "cos", StrictMath::cos);
      fastWithin(prefix + "tan", StrictMath::tan);
      Reference quotient = (t, x, y, z) -> x / y;
      add(Scalar.FLOAT, prefix + "divide", 2, 8192, false, quotient);
    }
    Reference power = (t, x, y, z) -> MathReferences.powr(x, y);
    add(Scalar.FLOAT, "half_powr", 2, 8192, false, power);
  }

  private void fast(String name, DoubleUnaryOperator f) {
    add(Scalar.FLOAT, name, 1, 8192, false, (t, x, y, z) -> f.applyAsDouble(x));
  }

  /** Promised for arguments of at most 2^16. */
  private void fastWithin(String name, DoubleUnaryOperator f) {
    Expected inRange =
        Expected.within(
            8192,
            false,
            (x, y, z) -> f.applyAsDouble(Math.clamp(Scalar.FLOAT.number(x), -65536, 65536)));
    cases.add(
        new Case(
            name,
            List.of(Scalar.FLOAT),
            Scalar.FLOAT,
            w -> name + "(fmax(fmin(x, 65536.0f), -65536.0f))",
            inRange,
            finiteFloats()));
  }

  private static List<long[]> finiteFloats() {
    return Scalar.FLOAT
        .edgesAndRandom(new java.util.Random(1), 400)
        .filter(x -> Double.isFinite(Scalar.FLOAT.number(x)))
        .mapToObj(x -> new long[] {x})
        .toList();
  }
}

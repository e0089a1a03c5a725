package dev.barnacle.cl.builtins;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Mathematical functions that take integers, or that give a second result through a pointer. */
final class MathParts {
  private final List<Case> cases = new ArrayList<>();

  private MathParts() {}

  static List<Case> all() {
    MathParts parts = new MathParts();
    for (Scalar type : Scalar.REALS) {
      parts.exponents(type);
      parts.split(type);
      parts.twoResults(type);
      parts.quotient(type);
      parts.gamma(type);
      parts.blends(type);
    }
    return parts.cases;
  }

  private void exponents(Scalar t) {
    Scalar i = Scalar.INT;
    Expected scaled =
        Expected.within(0, false, (x, n, z) -> MathReferences.ldexp(t.real(), t.number(x), n));
    cases.add(
        new Case("ldexp_" + t, List.of(t, i), t, w -> "ldexp(x, y)", scaled, exponentRows(t)));
    cases.add(
        new Case(
            "ldexp_scalar_" + t,
            List.of(t),
            t,
            w -> "ldexp(x, -3)",
            Expected.within(
                0, false, (x, y, z) -> MathReferences.ldexp(t.real(), t.number(x), -3))));
    cases.add(Case.call("ilogb", t, 1, i, (w, x, y, z) -> ilogb(t.number(x))));
    IntFunction<String> exponent = out("frexp", "x", "int");
    cases.add(
        new Case(
            "frexp_exponent_" + t,
            List.of(t),
            i,
            exponent,
            (w, x, y, z) -> special(t.number(x)) ? 0 : MathReferences.exponent(t.number(x)) + 1));
    cases.add(
        new Case(
            "frexp_" + t,
            List.of(t),
            t,
            result("frexp", "x", "int"),
            Expected.within(0, false, (x, y, z) -> significand(t.number(x)))));
  }

  /** Numbers and exponents that lead to all sides of the type's range. */
  private static List<long[]> exponentRows(Scalar t) {
    List<long[]> rows = new ArrayList<>();
    for (long x : t.edges()) {
      for (long n :
          new long[] {
            0,
            1,
            -1,
            24,
            -24,
            100,
            -100,
            127,
            -127,
            149,
            -149,
            253,
            -253,
            300,
            1022,
            -1022,
            1074,
            -1074,
            2098,
            -2098,
            100000,
            Integer.MAX_VALUE,
            Integer.MIN_VALUE
          }) {
        rows.add(new long[] {x, n});
      }
    }
    var random = new java.util.Random(7);
    for (int i = 0; i < 300; i++) {
      rows.add(new long[] {t.wrap(random.nextLong()), random.nextInt(600) - 300});
    }
    return rows;
  }

  private static boolean special(double x) {
    return x == 0 || Double.isNaN(x) || Double.isInfinite(x);
  }

  private static long ilogb(double x) {
    if (x == 0) {
      return Integer.MIN_VALUE;
    }
    return special(x) ? Integer.MAX_VALUE : MathReferences.exponent(x);
  }

  private static double significand(double x) {
    if (special(x)) {
      return x;
    }
    int exponent = MathReferences.exponent(x) + 1;
    return exponent < -1000 ? Math.scalb(x * 0x1p100, -exponent - 100) : Math.scalb(x, -exponent);
  }

  /** Calls f(arguments, &second) and gives the second result. */
  private static IntFunction<String> out(String function, String arguments, String second) {
    return w -> "({ %s s; %s(%s, &s); s; })".formatted(Widths.type(second, w), function, arguments);
  }

  /** Calls f(arguments, &second) and gives the first result. */
  private static IntFunction<String> result(String function, String arguments, String second) {
    return w -> "({ %s s; %s(%s, &s); })".formatted(Widths.type(second, w), function, arguments);
  }

  private void split(Scalar t) {
    add("fract", t, 0, x -> fract(t.real(), x), Math::floor);
    add(
        "modf",
        t,
        0,
        x -> Math.copySign(Double.isInfinite(x) ? 0.0 : x - MathReferences.trunc(x), x),
        MathReferences::trunc);
  }

  private void twoResults(Scalar t) {
    add("sincos", t, t == Scalar.HALF ? 2 : 4, StrictMath::sin, StrictMath::cos);
  }

  private void add(
      String name,
      Scalar t,
      double ulps,
      java.util.function.DoubleUnaryOperator first,
      java.util.function.DoubleUnaryOperator second) {
    Expected one = Expected.within(ulps, false, (x, y, z) -> first.applyAsDouble(t.number(x)));
    Expected two = Expected.within(ulps, false, (x, y, z) -> second.applyAsDouble(t.number(x)));
    cases.add(new Case(name + "_" + t, List.of(t), t, result(name, "x", t.cl), one));
    cases.add(new Case(name + "_second_" + t, List.of(t), t, out(name, "x", t.cl), two));
  }

  private static double fract(Real type, double x) {
    if (x == 0 || Double.isInfinite(x)) {
      return Math.copySign(0.0, x);
    }
    return Math.min(type.round(x - Math.floor(x)), 1 - type.ulp(0.5));
  }

  private void quotient(Scalar t) {
    Expected remainder =
        Expected.within(0, false, (x, y, z) -> Math.IEEEremainder(t.number(x), t.number(y)));
    cases.add(
        new Case("remquo_" + t, List.of(t, t), t, result("remquo", "x, y", "int"), remainder));
    cases.add(
        new Case(
            "remquo_quotient_" + t,
            List.of(t, t),
            Scalar.INT,
            out("remquo", "x, y", "int"),
            (w, x, y, z) -> MathReferences.lowQuotient(t.number(x), t.number(y))));
  }

  private void gamma(Scalar t) {
    var lgamma = Libm.function("lgamma");
    // The specification gives no limit for lgamma; near its zeros only absolute accuracy is there.
    Expected any =
        new Expected() {
          @Override
          public boolean accepts(Scalar type, long actual, int width, long... xyz) {
            double expected = lgamma.applyAsDouble(t.number(xyz[0]));
            double number = t.number(actual);
            double scale = Math.max(1, Math.abs(expected));
            return t.real().error(number, expected) <= 16
                || Math.abs(number - expected) <= 16 * t.real().ulp(scale);
          }

          @Override
          public String describe(Scalar type, int width, long... xyz) {
            return lgamma.applyAsDouble(t.number(xyz[0])) + "";
          }
        };
    cases.add(Case.call("lgamma", t, 1, t, any));
    cases.add(new Case("lgamma_r_" + t, List.of(t), t, result("lgamma_r", "x", "int"), any));
    cases.add(
        new Case(
            "lgamma_r_sign_" + t,
            List.of(t),
            Scalar.INT,
            out("lgamma_r", "x", "int"),
            (w, x, y, z) -> gammaSign(t.number(x))));
  }

  private static long gammaSign(double x) {
    boolean pole = x <= 0 && x == Math.floor(x) && !Double.isInfinite(x);
    return pole ? 0 : x < 0 && Math.abs(Math.floor(x) % 2) == 1 ? -1 : 1;
  }

  /** mix and smoothstep have no limits; what they compute is in their text. */
  private void blends(Scalar t) {
    cases.add(
        new Case(
            "mix_" + t,
            List.of(t, t),
            t,
            w -> "mix(x, y, (%s)0.5f)".formatted(t),
            blend(t, (x, y) -> x + (y - x) * 0.5),
            moderate(t)));
    cases.add(
        new Case(
            "smoothstep_" + t,
            List.of(t),
            t,
            w -> "smoothstep((%s)-2.0f, (%s)3.0f, x)".formatted(t, t),
            blend(t, (x, y) -> smoothstep(Math.clamp((x + 2) / 5, 0.0, 1.0))),
            moderate(t)));
    Scalar u = t.integer(false);
    cases.add(Case.call("nan", u, 1, t, (w, x, y, z) -> t.real().bits(Double.NaN)));
    cases.add(
        new Case(
            "with_scalars_" + t,
            List.of(t),
            t,
            w ->
                "fmax(fmin(x, (T)2), (T)-3) + step((T)1, x) + clamp(max(min(x, (T)9), (T)-9), (T)-2, (T)4)"
                    .replace("T", t.cl),
            blend(
                t, (x, y) -> Math.clamp(x, -3.0, 2.0) + (x < 1 ? 0 : 1) + Math.clamp(x, -2.0, 4.0)),
            moderate(t)));
  }

  private static double smoothstep(double t) {
    return t * t * (3 - 2 * t);
  }

  private static Expected blend(Scalar t, java.util.function.DoubleBinaryOperator f) {
    return new Expected() {
      @Override
      public boolean accepts(Scalar type, long actual, int width, long... xyz) {
        double expected = f.applyAsDouble(t.number(xyz[0]), t.number(xyz[1]));
        double scale = Math.abs(t.number(xyz[0])) + Math.abs(t.number(xyz[1])) + 1;
        return Math.abs(t.number(actual) - expected) <= 4 * t.real().ulp(scale);
      }

      @Override
      public String describe(Scalar type, int width, long... xyz) {
        return f.applyAsDouble(t.number(xyz[0]), t.number(xyz[1])) + "";
      }
    };
  }

  private static List<long[]> moderate(Scalar t) {
    var random = new java.util.Random(3);
    List<long[]> rows = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      rows.add(
          new long[] {
            t.real().bits(Samples.moderate(t.real(), random)),
            t.real().bits(Samples.moderate(t.real(), random))
          });
    }
    return rows;
  }
}

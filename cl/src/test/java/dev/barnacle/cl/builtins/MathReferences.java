package dev.barnacle.cl.builtins;

import java.math.BigDecimal;
import java.math.BigInteger;

/** References of functions that Java has not, or defines otherwise than OpenCL C. */
final class MathReferences {
  private static final double INF = Double.POSITIVE_INFINITY;

  private MathReferences() {}

  /** C's pow: unlike Java's, 1 to any power is 1, and so is -1 to an infinite one. */
  static double pow(double x, double y) {
    return x == 1 || y == 0 || (x == -1 && Double.isInfinite(y)) ? 1 : StrictMath.pow(x, y);
  }

  static double powr(double x, double y) {
    boolean undefined =
        x < 0
            || Double.isNaN(x)
            || Double.isNaN(y)
            || (y == 0 && (x == 0 || x == INF))
            || (x == 1 && Double.isInfinite(y));
    return undefined ? Double.NaN : pow(Math.abs(x), y);
  }

  static double pown(double x, double n) {
    return pow(x, n);
  }

  static double rootn(double x, double n) {
    boolean odd = Math.abs(n % 2) == 1;
    if (n == 0 || (x < 0 && !odd)) {
      return Double.NaN;
    }
    double a = Math.abs(x);
    double root = StrictMath.pow(a, 1 / n);
    if (a != 0 && Double.isFinite(a) && Double.isFinite(root)) {
      // 1/n is rounded: what it lacks is made up for to first order.
      BigDecimal missing =
          BigDecimal.ONE.subtract(new BigDecimal(1 / n).multiply(new BigDecimal(n)));
      root += root * (missing.doubleValue() / n) * StrictMath.log(a);
    }
    return odd ? Math.copySign(root, x) : root;
  }

  static double sinpi(double x) {
    double r = Math.IEEEremainder(x, 2);
    if (r == 0 || Math.abs(r) == 1) {
      return Math.copySign(0.0, x);
    }
    double a = Math.abs(r) > 0.5 ? Math.copySign(1, r) - r : r;
    return Math.abs(a) > 0.25
        ? Math.copySign(StrictMath.cos(Math.PI * (0.5 - Math.abs(a))), a)
        : StrictMath.sin(Math.PI * a);
  }

  static double cospi(double x) {
    double r = Math.abs(Math.IEEEremainder(x, 2));
    double a = r > 0.5 ? 1 - r : r;
    double c = a > 0.25 ? StrictMath.sin(Math.PI * (0.5 - a)) : StrictMath.cos(Math.PI * a);
    return a == 0.5 ? 0.0 : r > 0.5 ? -c : c;
  }

  static double tanpi(double x) {
    double r = Math.IEEEremainder(x, 2);
    if (r == 0) {
      return Math.copySign(0.0, x);
    }
    if (Math.abs(r) == 1) {
      return Math.copySign(0.0, -x);
    }
    return Math.abs(r) == 0.5 ? r * INF : sinpi(x) / cospi(x);
  }

  /** Halves away from zero. */
  static double round(double x) {
    double down = Math.floor(Math.abs(x));
    return Math.copySign(Math.abs(x) - down >= 0.5 ? down + 1 : down, x);
  }

  static double trunc(double x) {
    return x < 0 ? Math.ceil(x) : Math.floor(x);
  }

  static double logb(double x) {
    if (x == 0) {
      return -INF;
    }
    return Double.isNaN(x) || Double.isInfinite(x) ? Math.abs(x) : exponent(x);
  }

  /** The exponent of a finite number other than 0, denormal ones as if the format had no end. */
  static int exponent(double x) {
    return Math.abs(x) < Double.MIN_NORMAL
        ? Math.getExponent(x * 0x1p64) - 64
        : Math.getExponent(x);
  }

  static double fdim(double x, double y) {
    return x <= y ? 0.0 : x - y;
  }

  static double fmax(double x, double y) {
    return Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.max(x, y);
  }

  static double fmin(double x, double y) {
    return Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.min(x, y);
  }

  static double maxmag(double x, double y) {
    double a = Math.abs(x);
    double b = Math.abs(y);
    return a > b ? x : b > a ? y : fmax(x, y);
  }

  static double minmag(double x, double y) {
    double a = Math.abs(x);
    double b = Math.abs(y);
    return a < b ? x : b < a ? y : fmin(x, y);
  }

  static double clamp(Real type, double x, double low, double high) {
    double above = x < low ? low : x;
    return high < above ? high : above;
  }

  static double nextafter(Real type, double x, double y) {
    if (Double.isNaN(x) || Double.isNaN(y)) {
      return Double.NaN;
    }
    if (x == y) {
      return y;
    }
    if (x == 0) {
      return Math.copySign(type.min(), y);
    }
    return type.ofBits(type.bits(x) + ((x < y) == (x > 0) ? 1 : -1));
  }

  static double fma(Real type, double x, double y, double z) {
    boolean finite = Double.isFinite(x) && Double.isFinite(y) && Double.isFinite(z);
    if (type == Real.DOUBLE || !finite) {
      return Math.fma(x, y, z);
    }
    BigDecimal sum = new BigDecimal(x).multiply(new BigDecimal(y)).add(new BigDecimal(z));
    return sum.signum() == 0
        ? type.round(Math.fma(x, y, z))
        : type.ofBits(Rounding.RTE.toReal(sum, type));
  }

  /** x times a power of two, rounded once. */
  static double ldexp(Real type, double x, long n) {
    if (x == 0 || Double.isNaN(x) || Double.isInfinite(x)) {
      return x;
    }
    long exponent = Math.clamp(n, -5000, 5000);
    if (Math.abs(exponent + exponent(x)) > 1200) {
      return Math.copySign(exponent > 0 ? INF : 0.0, x);
    }
    BigDecimal power = new BigDecimal(2).pow((int) Math.abs(exponent));
    BigDecimal exact = new BigDecimal(x);
    BigDecimal value = exponent < 0 ? exact.divide(power) : exact.multiply(power);
    return type.ofBits(Rounding.RTE.toReal(value, type));
  }

  /** remquo's quotient: the low seven bits of x/y rounded to nearest even, with its sign. */
  static long lowQuotient(double x, double y) {
    boolean undefined = Double.isNaN(x) || Double.isNaN(y) || Double.isInfinite(x) || y == 0;
    if (undefined || Double.isInfinite(y)) {
      return 0;
    }
    BigDecimal a = new BigDecimal(x);
    BigDecimal b = new BigDecimal(y);
    BigDecimal remainder = new BigDecimal(Math.IEEEremainder(x, y));
    BigInteger quotient = a.subtract(remainder).divideToIntegralValue(b).toBigInteger();
    long low = quotient.abs().longValue() & 127;
    return (x < 0) != (y < 0) ? -low : low;
  }
}

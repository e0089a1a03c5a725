package dev.barnacle.engine.math;

/**
 * The floating-point functions of {@link dev.barnacle.ir.Intrinsic.Op}, as compiled kernels call
 * them: single precision is computed in double precision and rounded once, so that all are within
 * the limits of OpenCL C's table of relative errors ("Relative Error as ULPs").
 */
public final class MathFunctions {
  private MathFunctions() {}

  public static double acos(double x) {
    return Math.acos(x);
  }

  public static float acos(float x) {
    return (float) acos((double) x);
  }

  public static double acosh(double x) {
    return NativeMath.acosh(x);
  }

  public static float acosh(float x) {
    return (float) acosh((double) x);
  }

  public static double asin(double x) {
    return Math.asin(x);
  }

  public static float asin(float x) {
    return (float) asin((double) x);
  }

  public static double asinh(double x) {
    return NativeMath.asinh(x);
  }

  public static float asinh(float x) {
    return (float) asinh((double) x);
  }

  public static double atan(double x) {
    return Math.atan(x);
  }

  public static float atan(float x) {
    return (float) atan((double) x);
  }

  public static double atanh(double x) {
    return NativeMath.atanh(x);
  }

  public static float atanh(float x) {
    return (float) atanh((double) x);
  }

  public static double canonicalize(double x) {
    return x;
  }

  public static float canonicalize(float x) {
    return x;
  }

  public static double cbrt(double x) {
    return Math.cbrt(x);
  }

  public static float cbrt(float x) {
    return (float) cbrt((double) x);
  }

  public static double ceil(double x) {
    return Math.ceil(x);
  }

  public static float ceil(float x) {
    return (float) ceil((double) x);
  }

  public static double cos(double x) {
    return Math.cos(x);
  }

  public static float cos(float x) {
    return (float) cos((double) x);
  }

  public static double cosh(double x) {
    return Math.cosh(x);
  }

  public static float cosh(float x) {
    return (float) cosh((double) x);
  }

  public static double erf(double x) {
    return NativeMath.erf(x);
  }

  public static float erf(float x) {
    return (float) erf((double) x);
  }

  public static double erfc(double x) {
    return NativeMath.erfc(x);
  }

  public static float erfc(float x) {
    return (float) erfc((double) x);
  }

  public static double exp(double x) {
    return Math.exp(x);
  }

  public static float exp(float x) {
    return (float) exp((double) x);
  }

  public static double exp10(double x) {
    return NativeMath.exp10(x);
  }

  public static float exp10(float x) {
    return (float) exp10((double) x);
  }

  public static double exp2(double x) {
    return NativeMath.exp2(x);
  }

  public static float exp2(float x) {
    return (float) exp2((double) x);
  }

  public static double expm1(double x) {
    return Math.expm1(x);
  }

  public static float expm1(float x) {
    return (float) expm1((double) x);
  }

  public static double fabs(double x) {
    return Math.abs(x);
  }

  public static float fabs(float x) {
    return Math.abs(x);
  }

  public static double floor(double x) {
    return Math.floor(x);
  }

  public static float floor(float x) {
    return (float) floor((double) x);
  }

  public static double lgamma(double x) {
    return NativeMath.lgamma(x);
  }

  public static float lgamma(float x) {
    return (float) lgamma((double) x);
  }

  public static double log(double x) {
    return Math.log(x);
  }

  public static float log(float x) {
    return (float) log((double) x);
  }

  public static double log10(double x) {
    return Math.log10(x);
  }

  public static float log10(float x) {
    return (float) log10((double) x);
  }

  public static double log1p(double x) {
    return Math.log1p(x);
  }

  public static float log1p(float x) {
    return (float) log1p((double) x);
  }

  public static double log2(double x) {
    return NativeMath.log2(x);
  }

  public static float log2(float x) {
    return (float) log2((double) x);
  }

  public static double rint(double x) {
    return Math.rint(x);
  }

  public static float rint(float x) {
    return (float) rint((double) x);
  }

  public static double rsqrt(double x) {
    return 1.0 / Math.sqrt(x);
  }

  public static float rsqrt(float x) {
    return (float) rsqrt((double) x);
  }

  public static double sin(double x) {
    return Math.sin(x);
  }

  public static float sin(float x) {
    return (float) sin((double) x);
  }

  public static double sinh(double x) {
    return Math.sinh(x);
  }

  public static float sinh(float x) {
    return (float) sinh((double) x);
  }

  public static double sqrt(double x) {
    return Math.sqrt(x);
  }

  public static float sqrt(float x) {
    return (float) sqrt((double) x);
  }

  public static double tan(double x) {
    return Math.tan(x);
  }

  public static float tan(float x) {
    return (float) tan((double) x);
  }

  public static double tanh(double x) {
    return Math.tanh(x);
  }

  public static float tanh(float x) {
    return (float) tanh((double) x);
  }

  public static double tgamma(double x) {
    return NativeMath.tgamma(x);
  }

  public static float tgamma(float x) {
    return (float) tgamma((double) x);
  }

  public static double truncF(double x) {
    return x < 0 ? Math.ceil(x) : Math.floor(x);
  }

  public static float truncF(float x) {
    return (float) truncF((double) x);
  }

  /** Rounds to the nearest integer, halves away from zero. */
  public static double round(double x) {
    double size = Math.abs(x);
    double down = Math.floor(size);
    return Math.copySign(size - down >= 0.5 ? down + 1 : down, x);
  }

  /** Rounds to the nearest integer, halves away from zero. */
  public static float round(float x) {
    return (float) round((double) x);
  }

  /** Returns C's pow, which differs from Java's for a base of 1 and of -1. */
  public static double pow(double x, double y) {
    return x == 1 || (x == -1 && Double.isInfinite(y)) ? 1 : Math.pow(x, y);
  }

  public static double atan2(double x, double y) {
    return Math.atan2(x, y);
  }

  public static double hypot(double x, double y) {
    return Math.hypot(x, y);
  }

  public static double fmod(double x, double y) {
    return x % y;
  }

  public static double remainder(double x, double y) {
    return Math.IEEEremainder(x, y);
  }

  public static float pow(float x, float y) {
    return (float) pow((double) x, (double) y);
  }

  public static float atan2(float x, float y) {
    return (float) atan2((double) x, (double) y);
  }

  public static float hypot(float x, float y) {
    return (float) hypot((double) x, (double) y);
  }

  public static float fmod(float x, float y) {
    return (float) fmod((double) x, (double) y);
  }

  public static float remainder(float x, float y) {
    return (float) remainder((double) x, (double) y);
  }

  public static float copysign(float x, float y) {
    return Math.copySign(x, y);
  }

  /** Returns the smaller number; where one is a NaN, the other. */
  public static float fmin(float x, float y) {
    return Float.isNaN(x) ? y : Float.isNaN(y) ? x : Math.min(x, y);
  }

  /** Returns the larger number; where one is a NaN, the other. */
  public static float fmax(float x, float y) {
    return Float.isNaN(x) ? y : Float.isNaN(y) ? x : Math.max(x, y);
  }

  public static float minimum(float x, float y) {
    return Math.min(x, y);
  }

  public static float maximum(float x, float y) {
    return Math.max(x, y);
  }

  public static float fma(float x, float y, float z) {
    return Math.fma(x, y, z);
  }

  public static float fmuladd(float x, float y, float z) {
    return Math.fma(x, y, z);
  }

  public static float powi(float x, int n) {
    return (float) Math.pow(x, n);
  }

  public static float ldexp(float x, int exponent) {
    return Math.scalb(x, exponent);
  }

  public static double copysign(double x, double y) {
    return Math.copySign(x, y);
  }

  /** Returns the smaller number; where one is a NaN, the other. */
  public static double fmin(double x, double y) {
    return Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.min(x, y);
  }

  /** Returns the larger number; where one is a NaN, the other. */
  public static double fmax(double x, double y) {
    return Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.max(x, y);
  }

  public static double minimum(double x, double y) {
    return Math.min(x, y);
  }

  public static double maximum(double x, double y) {
    return Math.max(x, y);
  }

  public static double fma(double x, double y, double z) {
    return Math.fma(x, y, z);
  }

  public static double fmuladd(double x, double y, double z) {
    return Math.fma(x, y, z);
  }

  public static double powi(double x, int n) {
    return Math.pow(x, n);
  }

  public static double ldexp(double x, int exponent) {
    return Math.scalb(x, exponent);
  }
}

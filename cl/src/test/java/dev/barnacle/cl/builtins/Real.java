package dev.barnacle.cl.builtins;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** OpenCL C's floating-point types; every value of each is a Java {@code double}. */
enum Real {
  HALF("half", "short", 2, 11, 15),
  FLOAT("float", "int", 4, 24, 127),
  DOUBLE("double", "long", 8, 53, 1023);

  /** The type's name, and that of the signed integer type of its size. */
  final String cl;

  final String integer;
  final int bytes;
  private final int precision;
  private final int maxExponent;

  Real(String cl, String integer, int bytes, int precision, int maxExponent) {
    this.cl = cl;
    this.integer = integer;
    this.bytes = bytes;
    this.precision = precision;
    this.maxExponent = maxExponent;
  }

  /** The greatest finite number. */
  double max() {
    return Math.scalb(2 - Math.scalb(1.0, 1 - precision), maxExponent);
  }

  /** The least positive normal number. */
  double minNormal() {
    return Math.scalb(1.0, 1 - maxExponent);
  }

  /** The least positive number. */
  double min() {
    return Math.scalb(1.0, 2 - maxExponent - precision);
  }

  /** The distance of the two numbers of this type that lie about {@code x}, a finite number. */
  double ulp(double x) {
    int exponent = Math.max(Math.getExponent(x), 1 - maxExponent);
    return Math.scalb(1.0, Math.min(exponent, maxExponent) + 1 - precision);
  }

  /** Rounds to this type, to nearest even. */
  double round(double x) {
    if (this == DOUBLE || x == 0 || Double.isNaN(x) || Double.isInfinite(x)) {
      return x;
    }
    double ulp = Math.scalb(1.0, Math.max(Math.getExponent(x), 1 - maxExponent) + 1 - precision);
    double rounded = Math.rint(x / ulp) * ulp;
    return Math.abs(rounded) > max() ? Math.copySign(Double.POSITIVE_INFINITY, x) : rounded;
  }

  /** The number that has these bits. */
  double ofBits(long bits) {
    return switch (this) {
      case HALF -> Float.float16ToFloat((short) bits);
      case FLOAT -> Float.intBitsToFloat((int) bits);
      case DOUBLE -> Double.longBitsToDouble(bits);
    };
  }

  /** The bits of a number of this type. */
  long bits(double x) {
    return switch (this) {
      case HALF -> Float.floatToFloat16((float) x) & 0xffff;
      case FLOAT -> Float.floatToRawIntBits((float) x) & 0xffffffffL;
      case DOUBLE -> Double.doubleToRawLongBits(x);
    };
  }

  double get(MemorySegment memory, long index) {
    return switch (this) {
      case HALF -> Float.float16ToFloat(memory.getAtIndex(ValueLayout.JAVA_SHORT, index));
      case FLOAT -> memory.getAtIndex(ValueLayout.JAVA_FLOAT, index);
      case DOUBLE -> memory.getAtIndex(ValueLayout.JAVA_DOUBLE, index);
    };
  }

  void set(MemorySegment memory, long index, double x) {
    switch (this) {
      case HALF ->
          memory.setAtIndex(ValueLayout.JAVA_SHORT, index, Float.floatToFloat16((float) x));
      case FLOAT -> memory.setAtIndex(ValueLayout.JAVA_FLOAT, index, (float) x);
      case DOUBLE -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, index, x);
    }
  }

  /**
   * How far a result is from the true value, in units in the last place; infinite where one is a
   * NaN or an infinity and the other is not, or where zeros differ in sign.
   */
  double error(double actual, double expected) {
    if (Double.isNaN(expected)) {
      return Double.isNaN(actual) ? 0 : Double.POSITIVE_INFINITY;
    }
    if (actual == expected) {
      boolean sameSign = actual != 0 || 1 / actual == 1 / expected;
      return sameSign ? 0 : Double.POSITIVE_INFINITY;
    }
    if (Double.isInfinite(expected) || Double.isNaN(actual)) {
      return Double.POSITIVE_INFINITY;
    }
    if (Double.isInfinite(actual)) {
      // As if the format went on: infinity stands for the number that follows the greatest.
      double missing = max() - Math.abs(expected) + ulp(max());
      boolean sameSign = Math.signum(actual) == Math.signum(expected);
      return sameSign ? Math.max(missing, 0) / ulp(max()) : Double.POSITIVE_INFINITY;
    }
    return Math.abs(actual - expected) / ulp(expected);
  }
}

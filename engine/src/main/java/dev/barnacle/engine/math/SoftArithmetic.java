package dev.barnacle.engine.math;

/** Arithmetic that the JVM has no instruction for, as compiled kernels call it. */
public final class SoftArithmetic {
  private SoftArithmetic() {}

  /** Rounds to a half, to nearest even. */
  public static float roundToHalf(float value) {
    return Float.float16ToFloat(Float.floatToFloat16(value));
  }

  /** Rounds to a half, to nearest even, once. */
  public static float roundToHalf(double value) {
    float near = (float) value;
    // To odd: what the first rounding cut off must not look like an exact half-way case.
    if (near != value && !Double.isNaN(value) && (Float.floatToRawIntBits(near) & 1) == 0) {
      boolean tooLarge = Math.abs((double) near) > Math.abs(value);
      int bits = Float.floatToRawIntBits(near);
      near = Float.intBitsToFloat(tooLarge ? bits - 1 : bits + 1);
    }
    return roundToHalf(near);
  }

  /** Returns the bits of a float that has the value of a half; a NaN keeps its payload. */
  public static int halfBits(float value) {
    int bits = Float.floatToRawIntBits(value);
    boolean nan = (bits & 0x7fffffff) > 0x7f800000;
    int payload = (bits >>> 13) & 0x3ff;
    return nan
        ? (short) (((bits >>> 16) & 0x8000) | 0x7c00 | (payload == 0 ? 0x200 : payload))
        : Float.floatToFloat16(value);
  }

  /**
   * Returns a half as the float of the same value. A NaN keeps its payload and stays signalling, if
   * it was, as what is only copied keeps its bits.
   */
  public static float halfOfBits(int bits) {
    return (bits & 0x7fff) > 0x7c00
        ? Float.intBitsToFloat(((bits & 0x8000) << 16) | 0x7f800000 | ((bits & 0x3ff) << 13))
        : Float.float16ToFloat((short) bits);
  }

  public static int ord(float a, float b) {
    return !Float.isNaN(a) && !Float.isNaN(b) ? 1 : 0;
  }

  public static int ord(double a, double b) {
    return !Double.isNaN(a) && !Double.isNaN(b) ? 1 : 0;
  }

  public static int uno(float a, float b) {
    return 1 - ord(a, b);
  }

  public static int uno(double a, double b) {
    return 1 - ord(a, b);
  }

  public static int one(float a, float b) {
    return a < b || a > b ? 1 : 0;
  }

  public static int one(double a, double b) {
    return a < b || a > b ? 1 : 0;
  }

  public static int ueq(float a, float b) {
    return 1 - one(a, b);
  }

  public static int ueq(double a, double b) {
    return 1 - one(a, b);
  }

  /**
   * Converts to an int, towards zero. What has no int, NaN among it, becomes the least one, as on
   * x86-64: the result is implementation-defined (OpenCL C, "Out-of-Range Behavior").
   */
  public static int toInt(double value) {
    return value < 0x1p31 ? (int) value : Integer.MIN_VALUE;
  }

  /** Converts to an int as {@link #toInt(double)} does. */
  public static int toInt(float value) {
    return value < 0x1p31f ? (int) value : Integer.MIN_VALUE;
  }

  /** Converts to a long as {@link #toInt(double)} does to an int. */
  public static long toLong(double value) {
    return value < 0x1p63 ? (long) value : Long.MIN_VALUE;
  }

  /** Converts to a long as {@link #toInt(double)} does to an int. */
  public static long toLong(float value) {
    return value < 0x1p63f ? (long) value : Long.MIN_VALUE;
  }

  /** Converts to an unsigned long, towards zero. */
  public static long toUnsignedLong(double value) {
    return value < 0x1p63 ? (long) value : (long) (value - 0x1p63) + Long.MIN_VALUE;
  }

  /** Converts to an unsigned long, towards zero. */
  public static long toUnsignedLong(float value) {
    return toUnsignedLong((double) value);
  }

  /** Converts an unsigned long, rounded to nearest even. */
  public static double unsignedToDouble(long value) {
    return value >= 0 ? (double) value : (double) ((value >>> 1) | (value & 1)) * 2.0;
  }

  /** Converts an unsigned long, rounded to nearest even. */
  public static float unsignedToFloat(long value) {
    return value >= 0 ? (float) value : (float) ((value >>> 1) | (value & 1)) * 2.0f;
  }
}

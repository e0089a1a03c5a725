package dev.barnacle.ir;

/**
 * A floating-point number.
 *
 * @param type its format
 * @param bits its IEEE 754 encoding, zero-extended
 */
public record FloatConstant(FloatType type, long bits) implements Constant {
  /** Returns a {@code float} constant. */
  public static FloatConstant of(float value) {
    return new FloatConstant(Types.F32, Float.floatToRawIntBits(value) & 0xffffffffL);
  }

  /** Returns a {@code double} constant. */
  public static FloatConstant of(double value) {
    return new FloatConstant(Types.F64, Double.doubleToRawLongBits(value));
  }

  /** Returns the number, widened exactly (the payload of a NaN is lost). */
  public double value() {
    return switch (type.bits()) {
      case 16 -> Float.float16ToFloat((short) bits);
      case 32 -> Float.intBitsToFloat((int) bits);
      default -> Double.longBitsToDouble(bits);
    };
  }
}

package dev.barnacle.frontend.internal.spirv.module;

/** Floating-point numbers as LLVM's assembly writes them: by their bits. */
public final class FloatText {
  private FloatText() {}

  /**
   * Returns a number's text.
   *
   * @param width 16, 32 or 64
   * @param bits its bits
   */
  public static String of(int width, long bits) {
    return switch (width) {
      case 16 -> "0xH%04X".formatted(bits & 0xffff);
      case 32 -> "0x%016X".formatted(widened((int) bits));
      default -> "0x%016X".formatted(bits);
    };
  }

  /** Returns the bits of a double of the same value, or of a NaN of the same kind. */
  private static long widened(int bits) {
    if ((bits & 0x7f800000) == 0x7f800000) {
      return (long) (bits >>> 31) << 63 | 0x7ffL << 52 | (long) (bits & 0x7fffff) << 29;
    }
    return Double.doubleToRawLongBits(Float.intBitsToFloat(bits));
  }

  /** Returns positive infinity. */
  public static String infinity(int width) {
    return switch (width) {
      case 16 -> of(16, 0x7c00);
      case 32 -> of(32, 0x7f800000);
      default -> of(64, 0x7ffL << 52);
    };
  }
}

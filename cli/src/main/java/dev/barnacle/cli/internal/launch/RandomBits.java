package dev.barnacle.cli.internal.launch;

import dev.barnacle.cl.DataType;
import java.util.function.LongUnaryOperator;

/**
 * The bits of the random numbers of {@link BufferContents}, by their number.
 *
 * @param seed from which they follow
 * @param scalar the type that they are of
 */
record RandomBits(long seed, DataType.Scalar scalar) implements LongUnaryOperator {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;
  private static final long FIRST_FACTOR = 0xBF58476D1CE4E5B9L;
  private static final long SECOND_FACTOR = 0x94D049BB133111EBL;

  @Override
  public long applyAsLong(long index) {
    long z = mix(seed + (index + 1) * GAMMA);
    return switch (scalar) {
      case HALF -> Float.floatToFloat16((z >>> 53) * 0x1p-11f);
      case FLOAT -> Float.floatToRawIntBits((z >>> 40) * 0x1p-24f);
      case DOUBLE -> Double.doubleToRawLongBits((z >>> 11) * 0x1p-53);
      default -> z >>> (Long.SIZE - Byte.SIZE * scalar.byteSize());
    };
  }

  private static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * FIRST_FACTOR;
    z = (z ^ (z >>> 27)) * SECOND_FACTOR;
    return z ^ (z >>> 31);
  }

  /**
   * Writes numbers of four bytes. It calls nothing for each of them, as most of a small buffer's
   * are made by the JVM's interpreter.
   *
   * @param first the number of the first one
   */
  void fill(int[] made, long first) {
    boolean isFloat = scalar == DataType.Scalar.FLOAT;
    long counter = seed + first * GAMMA;
    for (int i = 0; i < made.length; i++) {
      counter += GAMMA;
      long z = (counter ^ (counter >>> 30)) * FIRST_FACTOR;
      z = (z ^ (z >>> 27)) * SECOND_FACTOR;
      z ^= z >>> 31;
      made[i] = isFloat ? Float.floatToRawIntBits((z >>> 40) * 0x1p-24f) : (int) (z >>> 32);
    }
  }
}

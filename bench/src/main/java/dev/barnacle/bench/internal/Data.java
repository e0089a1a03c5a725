package dev.barnacle.bench.internal;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.barnacle.cl.DataType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A buffer's first contents, and how its contents afterwards are compared. */
final class Data {
  private final byte[] initial;
  private final Check check;

  private Data(byte[] initial, Check check) {
    this.initial = initial;
    this.check = check;
  }

  /** Returns contents that are no result. */
  static Data of(byte[] initial) {
    return new Data(initial, Check.NONE);
  }

  /** The agreement that the results of two platforms must have. */
  enum Check {
    /** Not a result. */
    NONE,
    /** The same bytes. */
    EXACT,
    /** Floats within {@link #FLOAT_TOLERANCE} of the largest magnitude in the buffer. */
    FLOATS,
    /** Doubles within {@link #DOUBLE_TOLERANCE} of the largest magnitude in the buffer. */
    DOUBLES,
    /** Halves, as {@link #ANY_FLOATS}, within {@link #HALF_TOLERANCE}. */
    ANY_HALVES,
    /** As {@link #FLOATS}, but infinities and NaNs are results too. */
    ANY_FLOATS,
    /** As {@link #DOUBLES}, but infinities and NaNs are results too. */
    ANY_DOUBLES
  }

  /** 2<sup>-6</sup>, 16 ulps. */
  static final double HALF_TOLERANCE = 0x1p-6;

  /** 2<sup>-14</sup>, 1,024 ulps: sums of thousands of terms in different orders. */
  static final double FLOAT_TOLERANCE = 0x1p-14;

  /** 2<sup>-43</sup>, 1,024 ulps. */
  static final double DOUBLE_TOLERANCE = 0x1p-43;

  /** Returns so many bytes of zeros that will be a result. */
  static Data result(long bytes, Check check) {
    return new Data(new byte[Math.toIntExact(bytes)], check);
  }

  /** Returns contents of a type, which the launches of a kernel that nobody knows may change. */
  static Data given(byte[] initial, DataType.Scalar type) {
    return new Data(
        initial,
        switch (type) {
          case HALF -> Check.ANY_HALVES;
          case FLOAT -> Check.ANY_FLOATS;
          case DOUBLE -> Check.ANY_DOUBLES;
          default -> Check.EXACT;
        });
  }

  /** Returns random bytes. */
  static Data randomBytes(int count, long seed) {
    byte[] bytes = new byte[count];
    new SplittableRandom(seed).nextBytes(bytes);
    return new Data(bytes, Check.NONE);
  }

  /** Returns random floats in [0, 1). */
  static Data randomFloats(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ByteBuffer bytes = ByteBuffer.allocate(4 * count).order(LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      bytes.putFloat((random.nextInt() >>> 8) * 0x1p-24f);
    }
    return new Data(bytes.array(), Check.NONE);
  }

  /** Returns random doubles in [0, 1). */
  static Data randomDoubles(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ByteBuffer bytes = ByteBuffer.allocate(8 * count).order(LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      bytes.putDouble(random.nextDouble());
    }
    return new Data(bytes.array(), Check.NONE);
  }

  /** Returns the same data, which the launches change. */
  Data inPlace(Check how) {
    return new Data(initial, how);
  }

  /** Returns the bytes that the buffer starts with; they are not to be changed. */
  byte[] initial() {
    return initial;
  }

  /** Returns whether two results of this buffer agree. */
  boolean agree(byte[] ours, byte[] theirs) {
    return switch (check) {
      case NONE -> true;
      case EXACT -> Arrays.equals(ours, theirs);
      case FLOATS -> close(ours, theirs, 4, FLOAT_TOLERANCE, false);
      case DOUBLES -> close(ours, theirs, 8, DOUBLE_TOLERANCE, false);
      case ANY_HALVES -> close(ours, theirs, 2, HALF_TOLERANCE, true);
      case ANY_FLOATS -> close(ours, theirs, 4, FLOAT_TOLERANCE, true);
      case ANY_DOUBLES -> close(ours, theirs, 8, DOUBLE_TOLERANCE, true);
    };
  }

  private static boolean close(
      byte[] ours, byte[] theirs, int width, double tolerance, boolean any) {
    double magnitude = 0;
    double difference = 0;
    for (int i = 0; i < ours.length; i += width) {
      double a = number(ours, i, width);
      double b = number(theirs, i, width);
      if (!Double.isFinite(a) || !Double.isFinite(b)) {
        if (!any || Double.compare(a, b) != 0) {
          return false;
        }
        continue;
      }
      magnitude = Math.max(magnitude, Math.abs(b));
      difference = Math.max(difference, Math.abs(a - b));
    }
    return difference <= tolerance * magnitude;
  }

  private static double number(byte[] bytes, int at, int width) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN);
    return switch (width) {
      case 2 -> Float.float16ToFloat(buffer.getShort(at));
      case 4 -> buffer.getFloat(at);
      default -> buffer.getDouble(at);
    };
  }
}

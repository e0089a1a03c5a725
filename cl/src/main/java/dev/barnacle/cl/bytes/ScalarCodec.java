package dev.barnacle.cl.bytes;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.ErrorCode;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Numbers to and from a scalar type's bytes (little-endian). A number is converted only where that
 * is exact: {@code 3} and {@code 0.5} are floats, {@code 0.1} as a {@code double} is none, {@code
 * 300} is no {@code uchar}. A negative integer stands for its two's complement in an unsigned type,
 * as in C, because Java has no unsigned types to say it otherwise.
 */
public final class ScalarCodec {
  private ScalarCodec() {}

  /**
   * Writes a number.
   *
   * @param byteOffset where, in bytes
   * @throws ClException {@code CL_INVALID_ARG_VALUE} if the type does not have this value
   */
  public static void put(MemorySegment to, long byteOffset, DataType.Scalar type, Number value) {
    putBits(to, byteOffset, type.byteSize(), bits(type, value));
  }

  /** Writes the low {@code byteSize} (1, 2, 4 or 8) bytes of {@code bits}. */
  public static void putBits(MemorySegment to, long byteOffset, int byteSize, long bits) {
    ByteBuffer bytes = ByteBuffer.allocate(byteSize).order(ByteOrder.LITTLE_ENDIAN);
    switch (byteSize) {
      case 1 -> bytes.put((byte) bits);
      case 2 -> bytes.putShort((short) bits);
      case 4 -> bytes.putInt((int) bits);
      case 8 -> bytes.putLong(bits);
      default -> throw new IllegalArgumentException("no scalar of " + byteSize + " bytes");
    }
    MemorySegment.copy(MemorySegment.ofArray(bytes.array()), 0, to, byteOffset, byteSize);
  }

  /**
   * Reads a number: a {@link Long} for integers (a {@link BigInteger} for a {@code ulong} that is
   * larger), a {@link Float} for {@code half} and {@code float}, a {@link Double} for {@code
   * double}.
   */
  public static Number get(MemorySegment from, long byteOffset, DataType.Scalar type) {
    ByteBuffer bytes = bytes(from, byteOffset, type.byteSize());
    return switch (type) {
      case CHAR -> (long) bytes.get();
      case UCHAR -> Byte.toUnsignedLong(bytes.get());
      case SHORT -> (long) bytes.getShort();
      case USHORT -> Short.toUnsignedLong(bytes.getShort());
      case INT -> (long) bytes.getInt();
      case UINT -> Integer.toUnsignedLong(bytes.getInt());
      case LONG -> bytes.getLong();
      case ULONG -> unsigned(bytes.getLong());
      case HALF -> Float.float16ToFloat(bytes.getShort());
      case FLOAT -> Float.intBitsToFloat(bytes.getInt());
      case DOUBLE -> Double.longBitsToDouble(bytes.getLong());
    };
  }

  /** Returns a few bytes of memory; in a new process this is much faster than a layout. */
  private static ByteBuffer bytes(MemorySegment memory, long offset, int size) {
    byte[] copy = new byte[size];
    MemorySegment.copy(memory, offset, MemorySegment.ofArray(copy), 0, size);
    return ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static Number unsigned(long bits) {
    if (bits >= 0) {
      return bits;
    }
    return BigInteger.valueOf(bits >>> 1).shiftLeft(1).or(BigInteger.valueOf(bits & 1));
  }

  private static long bits(DataType.Scalar type, Number value) {
    if (value instanceof Float || value instanceof Double) {
      if (!type.isFloat()) {
        throw notA(type, value, "");
      }
      return floatBits(type, value.doubleValue(), value);
    }
    if (value instanceof Long small && !type.isFloat() && isOf(type, small)) {
      return small;
    }
    BigInteger integer = integer(value);
    return type.isFloat() ? integerAsFloat(type, integer) : integerBits(type, integer);
  }

  /** Returns whether all signed types of this size, and unsigned ones, have a number. */
  private static boolean isOf(DataType.Scalar type, long value) {
    return value >= 0 && value >>> (type.byteSize() * 8 - 1) == 0;
  }

  private static BigInteger integer(Number value) {
    if (value instanceof BigInteger big) {
      return big;
    }
    if (value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long) {
      return BigInteger.valueOf(value.longValue());
    }
    throw new ClException(
        ErrorCode.CL_INVALID_ARG_VALUE,
        "a value of " + value.getClass().getName() + " can't be passed to a kernel");
  }

  private static long integerBits(DataType.Scalar type, BigInteger value) {
    int width = type.byteSize() * 8;
    boolean fits =
        value.bitLength() < width
            || (!type.isSigned() && value.signum() > 0 && value.bitLength() == width);
    if (!fits) {
      throw notA(type, value, "");
    }
    return value.longValue();
  }

  private static long integerAsFloat(DataType.Scalar type, BigInteger value) {
    double rounded = value.doubleValue();
    if (Double.isInfinite(rounded)
        || !new java.math.BigDecimal(rounded).toBigInteger().equals(value)) {
      throw notA(type, value, " exactly");
    }
    return floatBits(type, rounded, value);
  }

  private static long floatBits(DataType.Scalar type, double value, Number given) {
    if (type == DataType.Scalar.DOUBLE) {
      return Double.doubleToRawLongBits(value);
    }
    float single = (float) value;
    short half = Float.floatToFloat16(single);
    double kept = type == DataType.Scalar.FLOAT ? single : Float.float16ToFloat(half);
    if (kept != value && !Double.isNaN(value)) {
      throw notA(type, given, " exactly; round it first");
    }
    return type == DataType.Scalar.FLOAT ? Float.floatToRawIntBits(single) : half;
  }

  private static ClException notA(DataType.Scalar type, Number value, String how) {
    return new ClException(
        ErrorCode.CL_INVALID_ARG_VALUE, value + " is not a value of " + type.keyword() + how);
  }
}

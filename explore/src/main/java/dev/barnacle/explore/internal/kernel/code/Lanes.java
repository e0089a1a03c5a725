package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.engine.math.SoftArithmetic;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;

/**
 * The arithmetic of one lane. Integers are kept sign-extended, truth values as 0 and -1,
 * floating-point numbers as their bits, pointers as they are. What OpenCL C leaves undefined has
 * the result that the watching engine gives it.
 */
public final class Lanes {
  private Lanes() {}

  /** Returns a value sign-extended from some bits. */
  public static long signed(long value, int bits) {
    return bits == 64 ? value : value << (64 - bits) >> (64 - bits);
  }

  /** Returns a value zero-extended from some bits. */
  public static long unsigned(long value, int bits) {
    return bits == 64 ? value : value & ((1L << bits) - 1);
  }

  /** Returns bits as a register keeps them. */
  public static long keep(long value, int bits, boolean floating) {
    return floating ? unsigned(value, bits) : signed(value, bits);
  }

  /** Returns the number, with its sign, that some bytes are; those beyond the last are 0. */
  public static long number(byte[] content, int offset, int bytes) {
    long bits = 0;
    for (int k = 0; k < bytes && offset + k < content.length; k++) {
      bits |= (content[offset + k] & 0xffL) << (8 * k);
    }
    int shift = 64 - 8 * bytes;
    return bits << shift >> shift;
  }

  /** Returns the number that bits stand for. */
  public static double number(long value, int bits) {
    return switch (bits) {
      case 16 -> SoftArithmetic.halfOfBits((int) value & 0xffff);
      case 32 -> Float.intBitsToFloat((int) value);
      default -> Double.longBitsToDouble(value);
    };
  }

  /** Returns the bits of a number that is rounded to a type; a float is exact as a double. */
  public static long bits(double value, int bits) {
    return switch (bits) {
      case 16 -> SoftArithmetic.halfBits(SoftArithmetic.roundToHalf(value)) & 0xffffL;
      case 32 -> Float.floatToRawIntBits((float) value) & 0xffffffffL;
      default -> Double.doubleToRawLongBits(value);
    };
  }

  /** Applies an operation on integers. */
  public static long integer(Binary.Op op, long x, long y, int bits) {
    return switch (op) {
      case ADD -> signed(x + y, bits);
      case SUB -> signed(x - y, bits);
      case MUL -> signed(x * y, bits);
      case AND -> x & y;
      case OR -> x | y;
      case XOR -> x ^ y;
      case SHL -> signed(x << (y & (bits - 1)), bits);
      case LSHR -> signed(unsigned(x, bits) >>> (y & (bits - 1)), bits);
      case ASHR -> x >> (y & (bits - 1));
      case SDIV -> y == 0 ? 0 : signed(x / y, bits);
      case SREM -> y == 0 ? 0 : signed(x % y, bits);
      case UDIV ->
          y == 0 ? 0 : signed(Long.divideUnsigned(unsigned(x, bits), unsigned(y, bits)), bits);
      case UREM ->
          y == 0 ? 0 : signed(Long.remainderUnsigned(unsigned(x, bits), unsigned(y, bits)), bits);
      default -> throw new IllegalArgumentException(op.keyword());
    };
  }

  /** Applies an operation on floating-point numbers. */
  public static long floating(Binary.Op op, long x, long y, int bits) {
    if (bits == 64) {
      return Double.doubleToRawLongBits(
          doubles(op, Double.longBitsToDouble(x), Double.longBitsToDouble(y)));
    }
    float a = (float) number(x, bits);
    float b = (float) number(y, bits);
    float result =
        switch (op) {
          case FADD -> a + b;
          case FSUB -> a - b;
          case FMUL -> a * b;
          case FDIV -> a / b;
          case FREM -> a % b;
          default -> throw new IllegalArgumentException(op.keyword());
        };
    return bits(result, bits);
  }

  private static double doubles(Binary.Op op, double a, double b) {
    return switch (op) {
      case FADD -> a + b;
      case FSUB -> a - b;
      case FMUL -> a * b;
      case FDIV -> a / b;
      case FREM -> a % b;
      default -> throw new IllegalArgumentException(op.keyword());
    };
  }

  /** Compares two values. */
  public static boolean compare(Compare.Predicate predicate, long x, long y, int bits) {
    if (predicate.isFloat()) {
      return compare(predicate, number(x, bits), number(y, bits));
    }
    return switch (predicate) {
      case EQ -> x == y;
      case NE -> x != y;
      case SLT -> x < y;
      case SLE -> x <= y;
      case SGT -> x > y;
      case SGE -> x >= y;
      case ULT -> Long.compareUnsigned(x, y) < 0;
      case ULE -> Long.compareUnsigned(x, y) <= 0;
      case UGT -> Long.compareUnsigned(x, y) > 0;
      case UGE -> Long.compareUnsigned(x, y) >= 0;
      default -> throw new IllegalArgumentException(predicate.keyword());
    };
  }

  private static boolean compare(Compare.Predicate predicate, double x, double y) {
    boolean unordered = Double.isNaN(x) || Double.isNaN(y);
    return switch (predicate) {
      case OEQ -> x == y;
      case OGT -> x > y;
      case OGE -> x >= y;
      case OLT -> x < y;
      case OLE -> x <= y;
      case ONE -> !unordered && x != y;
      case ORD -> !unordered;
      case UEQ -> unordered || x == y;
      case UGT_F -> unordered || x > y;
      case UGE_F -> unordered || x >= y;
      case ULT_F -> unordered || x < y;
      case ULE_F -> unordered || x <= y;
      case UNE -> x != y;
      case UNO -> unordered;
      default -> throw new IllegalArgumentException(predicate.keyword());
    };
  }

  /** Converts a value. */
  public static long cast(Cast.Op op, long x, int from, int to) {
    return switch (op) {
      case TRUNC, PTRTOINT -> signed(x, to);
      case ZEXT, INTTOPTR -> signed(unsigned(x, from), to);
      case SEXT, ADDRSPACECAST -> x;
      case FPTRUNC, FPEXT -> from == to ? x : bits(number(x, from), to);
      case FPTOSI -> signed(integerOf(number(x, from), to), to);
      case FPTOUI -> signed(unsignedOf(number(x, from), to), to);
      case SITOFP -> integerBits(x, to);
      case UITOFP -> unsignedBits(unsigned(x, from), to);
      case BITCAST -> throw new IllegalArgumentException(op.keyword());
    };
  }

  private static long integerOf(double value, int bits) {
    return bits == 64 ? SoftArithmetic.toLong(value) : SoftArithmetic.toInt(value);
  }

  private static long unsignedOf(double value, int bits) {
    return switch (bits) {
      case 64 -> SoftArithmetic.toUnsignedLong(value);
      case 32 -> (long) value;
      default -> (int) value;
    };
  }

  private static long integerBits(long x, int to) {
    return switch (to) {
      case 16 -> SoftArithmetic.halfBits(SoftArithmetic.roundToHalf((double) x)) & 0xffffL;
      case 32 -> Float.floatToRawIntBits((float) x) & 0xffffffffL;
      default -> Double.doubleToRawLongBits((double) x);
    };
  }

  private static long unsignedBits(long x, int to) {
    return switch (to) {
      case 16 ->
          SoftArithmetic.halfBits(SoftArithmetic.roundToHalf(SoftArithmetic.unsignedToDouble(x)))
              & 0xffffL;
      case 32 -> Float.floatToRawIntBits(SoftArithmetic.unsignedToFloat(x)) & 0xffffffffL;
      default -> Double.doubleToRawLongBits(SoftArithmetic.unsignedToDouble(x));
    };
  }
}

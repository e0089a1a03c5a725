package dev.barnacle.frontend.internal.reader.expand;

import static dev.barnacle.frontend.internal.reader.expand.WordArithmetic.ZERO;
import static dev.barnacle.frontend.internal.reader.expand.WordArithmetic.word;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.FloatConstant;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import java.util.List;
import java.util.Set;

/** Conversions between integers of 65 to 128 bits and floating-point numbers. */
public final class WideFloats {
  private final WordArithmetic words;
  private final WideArithmetic wide;

  public WideFloats(WordArithmetic words, WideArithmetic wide) {
    this.words = words;
    this.wide = wide;
  }

  /**
   * The nearest number to an unsigned integer, ties to even. Its 64 highest bits from the first one
   * on, the last of which also stands for those below, are rounded once; then only the exponent
   * changes.
   */
  public Value fromUnsigned(WideInteger a, FloatType type) {
    if (WordArithmetic.isZero(a.high())) {
      return words.cast(Cast.Op.UITOFP, a.low(), type);
    }
    Value fits = words.compare(Compare.Predicate.EQ, a.high(), ZERO);
    if (type.equals(Types.F16)) {
      return words.select(fits, words.cast(Cast.Op.UITOFP, a.low(), type), infinity());
    }
    Value distance = words.intrinsic(Intrinsic.Op.CTLZ, a.high());
    WideInteger normal = wide.shiftLeft(a, distance);
    Value below = words.compare(Compare.Predicate.NE, normal.low(), ZERO);
    Value highest = words.or(normal.high(), words.resize(below, Types.I64));
    Value rounded = words.cast(Cast.Op.UITOFP, words.select(fits, a.low(), highest), type);
    Value exponent = words.select(fits, ZERO, words.subtract(word(Long.SIZE), distance));
    return words.add(
        new Intrinsic(
            Intrinsic.Op.LDEXP, List.of(rounded, words.resize(exponent, Types.I32)), Set.of()));
  }

  private static FloatConstant infinity() {
    return new FloatConstant(Types.F16, 0x7c00);
  }

  /** The nearest number to a signed integer whose sign fills the upper word. */
  public Value fromSigned(WideInteger a, FloatType type) {
    Value size = fromUnsigned(wide.absolute(a), type);
    Value negative = words.add(new Unary(Unary.Op.FNEG, size, Set.of()));
    return words.select(wide.isNegative(a), negative, size);
  }

  /** The integer below a number that is not negative. */
  public WideInteger toUnsigned(Value a) {
    FloatType type = (FloatType) a.type();
    if (type.equals(Types.F16)) {
      return new WideInteger(words.cast(Cast.Op.FPTOUI, a, Types.I64), ZERO);
    }
    Value upper = words.cast(Cast.Op.FPTOUI, times(a, powerOfTwo(type, -Long.SIZE)), Types.I64);
    Value back = times(words.cast(Cast.Op.UITOFP, upper, type), powerOfTwo(type, Long.SIZE));
    Value rest = words.add(new Binary(Binary.Op.FSUB, a, back, Set.of(), false, false));
    return new WideInteger(words.cast(Cast.Op.FPTOUI, rest, Types.I64), upper);
  }

  /** The integer that a number has before its point. */
  public WideInteger toSigned(Value a) {
    FloatType type = (FloatType) a.type();
    WideInteger size = toUnsigned(words.intrinsic(Intrinsic.Op.FABS, a));
    Value negative =
        words.add(new Compare(Compare.Predicate.OLT, a, new FloatConstant(type, 0), Set.of()));
    return wide.select(negative, wide.negate(size), size);
  }

  private Value times(Value a, Value b) {
    return words.add(new Binary(Binary.Op.FMUL, a, b, Set.of(), false, false));
  }

  private static FloatConstant powerOfTwo(FloatType type, int exponent) {
    return type.equals(Types.F32)
        ? new FloatConstant(
            type, Integer.toUnsignedLong(Float.floatToIntBits(Math.scalb(1f, exponent))))
        : new FloatConstant(type, Double.doubleToLongBits(Math.scalb(1d, exponent)));
  }
}

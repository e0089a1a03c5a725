package dev.barnacle.frontend.internal.reader.expand;

import static dev.barnacle.frontend.internal.reader.expand.WordArithmetic.ZERO;
import static dev.barnacle.frontend.internal.reader.expand.WordArithmetic.word;

import dev.barnacle.ir.Compare;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;

/** Operations on integers of 65 to 128 bits, as operations on their words. */
public final class WideArithmetic {
  private final WordArithmetic words;

  public WideArithmetic(WordArithmetic words) {
    this.words = words;
  }

  /** Clears what lies above the lowest {@code bits}. */
  public WideInteger zeroExtend(WideInteger a, int bits) {
    int upper = bits - Long.SIZE;
    return upper == Long.SIZE
        ? a
        : new WideInteger(a.low(), words.and(a.high(), word((1L << upper) - 1)));
  }

  /** Fills what lies above the lowest {@code bits} with the sign. */
  public WideInteger signExtend(WideInteger a, int bits) {
    int upper = bits - Long.SIZE;
    return upper == Long.SIZE ? a : new WideInteger(a.low(), words.extendSign(a.high(), upper));
  }

  public WideInteger and(WideInteger a, WideInteger b) {
    return new WideInteger(words.and(a.low(), b.low()), words.and(a.high(), b.high()));
  }

  public WideInteger or(WideInteger a, WideInteger b) {
    return new WideInteger(words.or(a.low(), b.low()), words.or(a.high(), b.high()));
  }

  public WideInteger xor(WideInteger a, WideInteger b) {
    return new WideInteger(words.xor(a.low(), b.low()), words.xor(a.high(), b.high()));
  }

  public WideInteger add(WideInteger a, WideInteger b) {
    Value low = words.add(a.low(), b.low());
    // A constant stands on the right in most sums; where it is zero there is no carry.
    Value carry =
        WordArithmetic.isZero(b.low())
            ? IntConstant.FALSE
            : words.compare(Compare.Predicate.ULT, low, b.low());
    return new WideInteger(
        low, words.add(words.add(a.high(), b.high()), words.resize(carry, Types.I64)));
  }

  public WideInteger subtract(WideInteger a, WideInteger b) {
    Value borrow = words.compare(Compare.Predicate.ULT, a.low(), b.low());
    return new WideInteger(
        words.subtract(a.low(), b.low()),
        words.subtract(words.subtract(a.high(), b.high()), words.resize(borrow, Types.I64)));
  }

  public WideInteger negate(WideInteger a) {
    return subtract(new WideInteger(ZERO, ZERO), a);
  }

  public WideInteger multiply(WideInteger a, WideInteger b) {
    Value crossed = words.add(words.multiply(a.low(), b.high()), words.multiply(a.high(), b.low()));
    return new WideInteger(
        words.multiply(a.low(), b.low()), words.add(words.multiplyHigh(a.low(), b.low()), crossed));
  }

  public WideInteger shiftLeft(WideInteger a, Value distance) {
    Value within = words.and(distance, word(Long.SIZE - 1));
    Value low = words.shiftLeft(a.low(), within);
    Value high = words.or(words.shiftLeft(a.high(), within), shiftedOut(a.low(), within));
    Value far = isFar(distance);
    return new WideInteger(words.select(far, ZERO, low), words.select(far, low, high));
  }

  /**
   * Returns the bits that a shift of the lower word to the left by less than 64 moves into the
   * upper one.
   */
  private Value shiftedOut(Value low, Value within) {
    if (within instanceof IntConstant known) {
      return known.value() == 0 ? ZERO : words.shiftRight(low, Long.SIZE - (int) known.value());
    }
    return words.shiftRight(words.shiftRight(low, 1), rest(within));
  }

  /**
   * Returns the bits that a shift of the upper word to the right by less than 64 moves into the
   * lower one.
   */
  private Value shiftedIn(Value high, Value within) {
    if (within instanceof IntConstant known) {
      return known.value() == 0 ? ZERO : words.shiftLeft(high, Long.SIZE - (int) known.value());
    }
    return words.shiftLeft(words.shiftLeft(high, 1), rest(within));
  }

  /** 63 minus a distance of less than 64. */
  private Value rest(Value within) {
    return words.xor(within, word(Long.SIZE - 1));
  }

  private Value isFar(Value distance) {
    Value bit = words.and(distance, word(Long.SIZE));
    return words.compare(Compare.Predicate.NE, bit, ZERO);
  }

  public WideInteger shiftRight(WideInteger a, Value distance) {
    Value within = words.and(distance, word(Long.SIZE - 1));
    Value high = words.shiftRight(a.high(), within);
    Value far = isFar(distance);
    return new WideInteger(
        words.select(far, high, lowShiftedRight(a, within)), words.select(far, ZERO, high));
  }

  public WideInteger shiftRightSigned(WideInteger a, Value distance) {
    Value within = words.and(distance, word(Long.SIZE - 1));
    Value high = words.shiftRightSigned(a.high(), within);
    Value far = isFar(distance);
    return new WideInteger(
        words.select(far, high, lowShiftedRight(a, within)),
        words.select(far, words.sign(a.high()), high));
  }

  private Value lowShiftedRight(WideInteger a, Value within) {
    return words.or(words.shiftRight(a.low(), within), shiftedIn(a.high(), within));
  }

  /** Compares two integers whose sign, for signed ones, fills the upper word. */
  public Value compare(Compare.Predicate predicate, WideInteger a, WideInteger b) {
    if (predicate == Compare.Predicate.EQ || predicate == Compare.Predicate.NE) {
      if (a.high().equals(b.high())) {
        return words.compare(predicate, a.low(), b.low());
      }
      WideInteger differs = xor(a, b);
      return words.compare(predicate, words.or(differs.low(), differs.high()), ZERO);
    }
    Value same = words.compare(Compare.Predicate.EQ, a.high(), b.high());
    return words.select(
        same,
        words.compare(unsigned(predicate), a.low(), b.low()),
        words.compare(predicate, a.high(), b.high()));
  }

  private static Compare.Predicate unsigned(Compare.Predicate predicate) {
    return switch (predicate) {
      case SLT -> Compare.Predicate.ULT;
      case SLE -> Compare.Predicate.ULE;
      case SGT -> Compare.Predicate.UGT;
      case SGE -> Compare.Predicate.UGE;
      default -> predicate;
    };
  }

  public WideInteger select(Value condition, WideInteger whenTrue, WideInteger whenFalse) {
    return new WideInteger(
        words.select(condition, whenTrue.low(), whenFalse.low()),
        words.select(condition, whenTrue.high(), whenFalse.high()));
  }

  public Value isNegative(WideInteger a) {
    return words.compare(Compare.Predicate.SLT, a.high(), ZERO);
  }

  public WideInteger absolute(WideInteger a) {
    return select(isNegative(a), negate(a), a);
  }

  /** The number of zeros above the highest one. */
  public Value leadingZeros(WideInteger a) {
    Value below = words.add(words.intrinsic(Intrinsic.Op.CTLZ, a.low()), word(Long.SIZE));
    return words.select(
        words.compare(Compare.Predicate.EQ, a.high(), ZERO),
        below,
        words.intrinsic(Intrinsic.Op.CTLZ, a.high()));
  }

  /** The number of zeros below the lowest one. */
  public Value trailingZeros(WideInteger a) {
    Value above = words.add(words.intrinsic(Intrinsic.Op.CTTZ, a.high()), word(Long.SIZE));
    return words.select(
        words.compare(Compare.Predicate.EQ, a.low(), ZERO),
        above,
        words.intrinsic(Intrinsic.Op.CTTZ, a.low()));
  }

  public Value ones(WideInteger a) {
    return words.add(
        words.intrinsic(Intrinsic.Op.CTPOP, a.low()),
        words.intrinsic(Intrinsic.Op.CTPOP, a.high()));
  }

  /** An operation that turns the order of all bits or bytes. */
  public WideInteger reverse(Intrinsic.Op op, WideInteger a) {
    return new WideInteger(words.intrinsic(op, a.high()), words.intrinsic(op, a.low()));
  }
}

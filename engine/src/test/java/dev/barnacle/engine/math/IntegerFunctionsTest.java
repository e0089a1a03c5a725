package dev.barnacle.engine.math;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Integer functions against big integers, for each width. */
class IntegerFunctionsTest {
  @Provide
  Arbitrary<Integer> widths() {
    return Arbitraries.of(8, 16, 32, 64);
  }

  private static BigInteger signed(long value, int bits) {
    return BigInteger.valueOf(value << (64 - bits) >> (64 - bits));
  }

  private static BigInteger unsigned(long value, int bits) {
    return signed(value, bits).mod(BigInteger.ONE.shiftLeft(bits));
  }

  private static long wrap(BigInteger value, int bits) {
    return value.longValue() << (64 - bits) >> (64 - bits);
  }

  private static long clamp(BigInteger value, BigInteger least, BigInteger most, int bits) {
    return wrap(value.max(least).min(most), bits);
  }

  private static long clampSigned(BigInteger value, int bits) {
    BigInteger most = BigInteger.ONE.shiftLeft(bits - 1).subtract(BigInteger.ONE);
    return clamp(value, most.negate().subtract(BigInteger.ONE), most, bits);
  }

  private static long clampUnsigned(BigInteger value, int bits) {
    BigInteger most = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    return clamp(value, BigInteger.ZERO, most, bits);
  }

  private interface Narrow {
    int apply(int a, int b, int bits);
  }

  private interface Wide {
    long apply(long a, long b, int bits);
  }

  private static long apply(Narrow narrow, Wide wide, long a, long b, int bits) {
    return bits == 64
        ? wide.apply(a, b, bits)
        : narrow.apply(signed(a, bits).intValue(), signed(b, bits).intValue(), bits);
  }

  @Property
  void saturatingSumsAndDifferences(@ForAll long a, @ForAll long b, @ForAll("widths") int bits) {
    assertEquals(
        clampSigned(signed(a, bits).add(signed(b, bits)), bits),
        apply(IntegerFunctions::saddSat, IntegerFunctions::saddSat, a, b, bits));
    assertEquals(
        clampUnsigned(unsigned(a, bits).add(unsigned(b, bits)), bits),
        apply(IntegerFunctions::uaddSat, IntegerFunctions::uaddSat, a, b, bits));
    assertEquals(
        clampSigned(signed(a, bits).subtract(signed(b, bits)), bits),
        apply(IntegerFunctions::ssubSat, IntegerFunctions::ssubSat, a, b, bits));
    assertEquals(
        clampUnsigned(unsigned(a, bits).subtract(unsigned(b, bits)), bits),
        apply(IntegerFunctions::usubSat, IntegerFunctions::usubSat, a, b, bits));
  }

  @Property
  void leastAndGreatest(@ForAll long a, @ForAll long b, @ForAll("widths") int bits) {
    assertEquals(
        wrap(unsigned(a, bits).min(unsigned(b, bits)), bits),
        apply(IntegerFunctions::umin, IntegerFunctions::umin, a, b, bits));
    assertEquals(
        wrap(signed(a, bits).max(signed(b, bits)), bits),
        apply(IntegerFunctions::smax, IntegerFunctions::smax, a, b, bits));
  }

  @Property
  void bitCounts(@ForAll long a, @ForAll("widths") int bits) {
    BigInteger value = unsigned(a, bits);
    int zeros = value.signum() == 0 ? bits : value.getLowestSetBit();
    assertEquals(
        bits - value.bitLength(),
        apply(
            (x, y, w) -> IntegerFunctions.ctlz(x, w),
            (x, y, w) -> IntegerFunctions.ctlz(x, w),
            a,
            0,
            bits));
    assertEquals(
        zeros,
        apply(
            (x, y, w) -> IntegerFunctions.cttz(x, w),
            (x, y, w) -> IntegerFunctions.cttz(x, w),
            a,
            0,
            bits));
    assertEquals(
        value.bitCount(),
        apply(
            (x, y, w) -> IntegerFunctions.ctpop(x, w),
            (x, y, w) -> IntegerFunctions.ctpop(x, w),
            a,
            0,
            bits));
  }

  @Property
  void funnelShifts(
      @ForAll long high, @ForAll long low, @ForAll long by, @ForAll("widths") int bits) {
    BigInteger both = unsigned(high, bits).shiftLeft(bits).add(unsigned(low, bits));
    int shift = unsigned(by, bits).mod(BigInteger.valueOf(bits)).intValue();
    long left = wrap(both.shiftLeft(shift).shiftRight(bits), bits);
    long right = wrap(both.shiftRight(shift), bits);
    if (bits == 64) {
      assertEquals(left, IntegerFunctions.fshl(high, low, by, bits));
      assertEquals(right, IntegerFunctions.fshr(high, low, by, bits));
    } else {
      int h = signed(high, bits).intValue();
      int l = signed(low, bits).intValue();
      int s = signed(by, bits).intValue();
      assertEquals(left, IntegerFunctions.fshl(h, l, s, bits));
      assertEquals(right, IntegerFunctions.fshr(h, l, s, bits));
    }
  }
}

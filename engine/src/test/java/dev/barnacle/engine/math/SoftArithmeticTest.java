package dev.barnacle.engine.math;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SoftArithmeticTest {
  private static BigInteger unsigned(long value) {
    BigInteger number = BigInteger.valueOf(value);
    return value < 0 ? number.add(BigInteger.ONE.shiftLeft(64)) : number;
  }

  /** The nearest of all halves, found by trying the neighbours of a first guess. */
  @Property
  void doublesRoundToTheNearestHalf(@ForAll @DoubleRange(min = -65000, max = 65000) double value) {
    float rounded = SoftArithmetic.roundToHalf(value);
    short bits = Float.floatToFloat16(rounded);
    BigDecimal error = new BigDecimal(rounded).subtract(new BigDecimal(value)).abs();
    for (int step = -1; step <= 1; step += 2) {
      float other = Float.float16ToFloat((short) (bits + step));
      if (Float.isFinite(other)) {
        BigDecimal otherError = new BigDecimal(other).subtract(new BigDecimal(value)).abs();
        int order = error.compareTo(otherError);
        boolean even = (bits & 1) == 0;
        assertEquals(true, order < 0 || (order == 0 && even), value + " -> " + rounded);
      }
    }
  }

  @Property
  void halfWayCasesAreNotRoundedTwice(@ForAll @IntRange(max = 1023) int mantissa) {
    // Just above the middle of two halves: a float between would be the middle itself.
    double low = 1 + mantissa / 1024.0;
    double middle = low + 1 / 2048.0;
    assertEquals((float) (low + 1 / 1024.0), SoftArithmetic.roundToHalf(middle + 0x1p-50));
    assertEquals((float) low, SoftArithmetic.roundToHalf(middle - 0x1p-50));
  }

  @Property
  void unsignedLongsConvertToTheNearestNumber(@ForAll long value) {
    assertEquals(unsigned(value).doubleValue(), SoftArithmetic.unsignedToDouble(value));
    assertEquals(unsigned(value).floatValue(), SoftArithmetic.unsignedToFloat(value));
  }

  @Property
  void doublesConvertToUnsignedLongs(@ForAll @DoubleRange(min = 0, max = 1.8e19) double value) {
    assertEquals(
        new BigDecimal(value).toBigInteger(), unsigned(SoftArithmetic.toUnsignedLong(value)));
  }

  @Property
  void whatAnIntHasIsTruncated(@ForAll int value, @ForAll @DoubleRange(max = 0.99) double part) {
    double number = value < 0 ? value - part : value + part;
    assertEquals(value, SoftArithmetic.toInt(number));
    assertEquals(value, SoftArithmetic.toLong(number));
    assertEquals((int) (float) (value >> 7), SoftArithmetic.toInt((float) (value >> 7)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, 0x1p63, 1e300, -1e300, Double.POSITIVE_INFINITY, -0x1p65})
  void whatNoIntegerHasIsTheLeastOne(double value) {
    assertEquals(Integer.MIN_VALUE, SoftArithmetic.toInt(value));
    assertEquals(Integer.MIN_VALUE, SoftArithmetic.toInt((float) value));
    assertEquals(Long.MIN_VALUE, SoftArithmetic.toLong(value));
    assertEquals(Long.MIN_VALUE, SoftArithmetic.toLong((float) value));
  }
}

package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Quotients and remainders of all integer types, by divisors that differ from work-item to
 * work-item: exact at the ends of the types and around multiples, where a quotient that was rounded
 * would show.
 */
class DivisionTest extends SimdKernelTests {
  @ParameterizedTest
  @CsvSource({
    "char, 8, true", "uchar, 8, false", "short, 16, true", "ushort, 16, false",
    "int, 32, true", "uint, 32, false", "long, 64, true", "ulong, 64, false"
  })
  void quotientsAndRemaindersAreExact(String type, int bits, boolean signed) {
    List<Long> values = values(bits, signed);
    int pairs = values.size() * values.size();
    long[] dividends = new long[pairs];
    long[] divisors = new long[pairs];
    long[] expected = new long[2 * pairs];
    for (int k = 0; k < pairs; k++) {
      dividends[k] = values.get(k / values.size());
      divisors[k] = values.get(k % values.size());
      BigInteger a = number(dividends[k], bits, signed);
      BigInteger b = number(divisors[k], bits, signed);
      if (b.signum() == 0 || !isIn(a.divide(b), bits, signed)) {
        divisors[k] = 1; // undefined
        b = BigInteger.ONE;
      }
      expected[2 * k] = a.divide(b).longValue();
      expected[2 * k + 1] = a.remainder(b).longValue();
    }
    String source =
        """
        kernel void k(global const long *a, global const long *b, global long *out) {
          size_t i = get_global_id(0);
          TYPE x = (TYPE) a[i], y = (TYPE) b[i];
          out[2 * i] = (long) (TYPE) (x / y);
          out[2 * i + 1] = (long) (TYPE) (x % y);
        }
        """
            .replace("TYPE", type);
    long[] out = new long[2 * pairs];
    run(source, "k", line(pairs, 64), dividends, divisors, out);
    for (int k = 0; k < 2 * pairs; k++) {
      expected[k] = number(expected[k], bits, signed).longValue();
    }
    assertArrayEquals(expected, out);
  }

  /** Small numbers, powers of two, products, and what is next to them. */
  private static List<Long> values(int bits, boolean signed) {
    Set<Long> values = new LinkedHashSet<>();
    for (int shift = 0; shift <= bits; shift += Math.max(1, bits / 16)) {
      long power = shift >= 64 ? 0 : 1L << shift;
      for (long near = -1; near <= 1; near++) {
        values.add(number(power + near, bits, signed).longValue());
        values.add(number(power / 3 * 3 + near, bits, signed).longValue());
        values.add(number(-power + near, bits, signed).longValue());
      }
    }
    return List.copyOf(values);
  }

  /** Returns what a type of so many bits makes of a number. */
  private static BigInteger number(long value, int bits, boolean signed) {
    BigInteger mask = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    BigInteger low = BigInteger.valueOf(value).and(mask);
    return signed && low.testBit(bits - 1) ? low.subtract(mask).subtract(BigInteger.ONE) : low;
  }

  private static boolean isIn(BigInteger value, int bits, boolean signed) {
    return signed ? value.bitLength() < bits : value.bitLength() <= bits;
  }
}

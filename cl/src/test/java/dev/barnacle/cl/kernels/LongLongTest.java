package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.LocalMemory;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code long long} and literals with the suffix {@code LL} have 128 bits (OpenCL C reserves them
 * for that; PoCL has them so). Results are those of {@link BigInteger}.
 */
@DisabledIfSystemProperty(
    named = "barnacle.through-spirv",
    matches = "true",
    disabledReason = "SPIR-V has no integers of 128 bits")
class LongLongTest extends EveryEngineTests {
  private static final BigInteger RANGE = BigInteger.ONE.shiftLeft(128);

  private static BigInteger number(long low, long high, boolean signed) {
    BigInteger upper = BigInteger.valueOf(high).shiftLeft(64);
    BigInteger value = upper.add(BigInteger.valueOf(low).mod(BigInteger.ONE.shiftLeft(64)));
    return signed ? value : value.mod(RANGE);
  }

  private static void put(long[] words, int index, BigInteger value) {
    words[2 * index] = value.longValue();
    words[2 * index + 1] = value.shiftRight(64).longValue();
  }

  /** Small numbers, powers of two and what is next to them, and random ones of all lengths. */
  private static List<BigInteger> values() {
    List<BigInteger> values = new ArrayList<>();
    for (int power : new int[] {0, 1, 31, 32, 33, 63, 64, 65, 96, 126, 127, 128}) {
      for (int beside = -1; beside <= 1; beside++) {
        values.add(BigInteger.ONE.shiftLeft(power).add(BigInteger.valueOf(beside)).mod(RANGE));
      }
    }
    Random random = new Random(7);
    for (int bits = 5; bits <= 128; bits += 11) {
      values.add(new BigInteger(bits, random));
    }
    return values;
  }

  private static Map<String, BinaryOperator<BigInteger>> operations() {
    Map<String, BinaryOperator<BigInteger>> all = new LinkedHashMap<>();
    all.put("x + y", BigInteger::add);
    all.put("x - y", BigInteger::subtract);
    all.put("x * y", BigInteger::multiply);
    all.put("x / y", BigInteger::divide);
    all.put("x % y", BigInteger::remainder);
    all.put("x & y", BigInteger::and);
    all.put("x | y", BigInteger::or);
    all.put("x ^ y", BigInteger::xor);
    all.put("~x", (x, y) -> x.not());
    all.put("-x", (x, y) -> x.negate());
    all.put("x << (y & 127)", (x, y) -> x.shiftLeft(y.intValue() & 127));
    all.put("x >> (y & 127)", (x, y) -> x.shiftRight(y.intValue() & 127));
    all.put("x << 64", (x, y) -> x.shiftLeft(64));
    all.put("x >> 64", (x, y) -> x.shiftRight(64));
    all.put("(x << 17) | (x >> 111)", (x, y) -> x.shiftLeft(17).or(x.shiftRight(111)));
    all.put("x < y", (x, y) -> truth(x.compareTo(y) < 0));
    all.put("x <= y", (x, y) -> truth(x.compareTo(y) <= 0));
    all.put("x > y", (x, y) -> truth(x.compareTo(y) > 0));
    all.put("x >= y", (x, y) -> truth(x.compareTo(y) >= 0));
    all.put("x == y", (x, y) -> truth(x.equals(y)));
    all.put("x != y", (x, y) -> truth(!x.equals(y)));
    all.put("x ? x : y", (x, y) -> x.signum() != 0 ? x : y);
    all.put("!x", (x, y) -> truth(x.signum() == 0));
    all.put("(int) x", (x, y) -> BigInteger.valueOf(x.intValue()));
    all.put("(ulong) x", (x, y) -> x.mod(BigInteger.ONE.shiftLeft(64)));
    all.put("x * 0x9E3779B97F4A7C15ULL", (x, y) -> x.multiply(hex("9E3779B97F4A7C15")));
    return all;
  }

  private static BigInteger hex(String digits) {
    return new BigInteger(digits, 16);
  }

  private static BigInteger truth(boolean value) {
    return value ? BigInteger.ONE : BigInteger.ZERO;
  }

  static Stream<String> types() {
    return Stream.of("long long", "unsigned long long");
  }

  @ParameterizedTest
  @MethodSource("types")
  void operationsAreExactTo128Bits(String type) {
    boolean signed = !type.startsWith("unsigned");
    List<BigInteger> values = values();
    int pairs = values.size() * values.size();
    List<BinaryOperator<BigInteger>> operations = List.copyOf(operations().values());
    List<String> texts = List.copyOf(operations().keySet());
    long[] a = new long[2 * pairs];
    long[] b = new long[2 * pairs];
    long[] expected = new long[2 * pairs * operations.size()];
    for (int k = 0; k < pairs; k++) {
      put(a, k, values.get(k / values.size()));
      put(b, k, values.get(k % values.size()));
      BigInteger x = number(a[2 * k], a[2 * k + 1], signed);
      BigInteger y = number(b[2 * k], b[2 * k + 1], signed);
      if (y.signum() == 0 || (signed && x.divide(y).bitLength() > 127)) {
        y = BigInteger.valueOf(3); // undefined
        put(b, k, y);
      }
      for (int o = 0; o < operations.size(); o++) {
        put(expected, k * operations.size() + o, operations.get(o).apply(x, y));
      }
    }
    StringBuilder source =
        new StringBuilder(
            """
            kernel void k(global const TYPE *a, global const TYPE *b, global TYPE *out) {
              const size_t i = get_global_id(0);
              const TYPE x = a[i], y = b[i];
            """);
    for (int o = 0; o < operations.size(); o++) {
      source.append("out[i * %d + %d] = %s;\n".formatted(operations.size(), o, texts.get(o)));
    }
    source.append('}');
    for (Context context : contexts) {
      long[] out = new long[expected.length];
      run(context, source.toString().replace("TYPE", type), pairs, a, b, out);
      for (int i = 0; i < expected.length; i++) {
        int at = i;
        assertEquals(
            expected[i],
            out[i],
            () -> texts.get(at / 2 % texts.size()) + " of pair " + at / 2 / texts.size());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void conversionsRoundAsForOtherIntegers(String type) {
    boolean signed = !type.startsWith("unsigned");
    List<BigInteger> values = values();
    int count = values.size();
    long[] a = new long[2 * count];
    long[] expected = new long[7 * count];
    for (int i = 0; i < count; i++) {
      put(a, i, values.get(i));
      BigInteger x = number(a[2 * i], a[2 * i + 1], signed);
      expected[7 * i] = Double.doubleToLongBits(x.doubleValue());
      expected[7 * i + 1] = Float.floatToIntBits(x.floatValue());
      double d = x.doubleValue() < 0x1p127 ? x.doubleValue() * 0.75 : 5.5;
      BigInteger back = new BigDecimal(d).toBigInteger();
      expected[7 * i + 2] = back.longValue();
      expected[7 * i + 3] = back.shiftRight(64).longValue();
      float f = x.floatValue() < 0x1p127f ? x.floatValue() * 0.75f : 5.5f;
      BigInteger floatBack = new BigDecimal(f).toBigInteger();
      expected[7 * i + 4] = floatBack.longValue();
      expected[7 * i + 5] = floatBack.shiftRight(64).longValue();
      expected[7 * i + 6] = x.signum() < 0 ? 1 : 0;
    }
    String source =
        """
        kernel void k(global const TYPE *a, global ulong *out) {
          const size_t i = get_global_id(0);
          const TYPE x = a[i];
          const double d = (double) x < 0x1p127 ? (double) x * 0.75 : 5.5;
          const float f = (float) x < 0x1p127f ? (float) x * 0.75f : 5.5f;
          out[7 * i] = as_ulong((double) x);
          out[7 * i + 1] = as_int((float) x);
          out[7 * i + 2] = (ulong) (TYPE) d;
          out[7 * i + 3] = (ulong) ((TYPE) d >> 64);
          out[7 * i + 4] = (ulong) (TYPE) f;
          out[7 * i + 5] = (ulong) ((TYPE) f >> 64);
          out[7 * i + 6] = x < 0;
        }
        """
            .replace("TYPE", type);
    for (Context context : contexts) {
      long[] out = new long[expected.length];
      run(context, source, count, a, out);
      assertArrayEquals(expected, out);
    }
  }

  @ParameterizedTest
  @CsvSource({"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"})
  void itHas16BytesInEveryVersion(String options) {
    String source =
        """
        struct s { char a; long long b; char c; };
        kernel void k(global ulong *out) {
          if (get_global_id(0) == 0) {
            out[0] = sizeof(long long);
            out[1] = sizeof(1ULL);
            out[2] = sizeof(struct s);
            out[3] = __builtin_offsetof(struct s, c);
          }
        }
        """;
    for (Context context : contexts) {
      long[] out = new long[4];
      run(context, source, options, 1, out);
      assertArrayEquals(new long[] {16, 16, 48, 32}, out);
    }
  }

  @Test
  void idiomsOfHashesAndRandomNumbersAreRight() {
    String source =
        """
        constant ulong primes[] = { 0x9E3779B185EBCA87ULL, 0xC2B2AE3D27D4EB4FULL };

        static ulong rotate_left(ulong x, int r) { return (x << r) | (x >> (64 - r)); }

        static ulong fnv(ulong x) {
          ulong h = 0xcbf29ce484222325ULL;
          for (int k = 0; k < 8; k++)
            h = (h ^ ((x >> (8 * k)) & 0xFFULL)) * 0x100000001b3ULL;
          return h;
        }

        static ulong mix(ulong z) {
          z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
          z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
          return z ^ (z >> 31);
        }

        static ulong multiply_modulo(ulong a, ulong b, ulong m) {
          return (ulong) (((unsigned long long) a * b) % m);
        }

        kernel void k(global ulong *data) {
          const size_t i = get_global_id(0);
          const ulong x = data[8 * i];
          data[8 * i] = fnv(x);
          data[8 * i + 1] = mix(x);
          data[8 * i + 2] = (x & 0xFFFFFFFFull) * (x >> 32) + 1ll;
          data[8 * i + 3] = (ulong) 1ULL << (x & 63);
          data[8 * i + 4] = rotate_left(x * primes[0], 31) * primes[1];
          data[8 * i + 5] = multiply_modulo(x, x ^ 0x5555, 0xFFFFFFFF00000001ULL);
          data[8 * i + 6] = (ulong) (((unsigned long long) x * x) >> 64);
          data[8 * i + 7] = x % 1000000007ULL + (x > 0x7FFFFFFFFFFFFFFFULL);
        }
        """;
    int count = 200;
    long[] start = new long[8 * count];
    long[] expected = new long[8 * count];
    BigInteger modulus = hex("FFFFFFFF00000001");
    Random random = new Random(3);
    for (int i = 0; i < count; i++) {
      long x = random.nextLong();
      start[8 * i] = x;
      expected[8 * i] = fnv(x);
      expected[8 * i + 1] = mix(x);
      expected[8 * i + 2] = (x & 0xffffffffL) * (x >>> 32) + 1;
      expected[8 * i + 3] = 1L << x;
      expected[8 * i + 4] = Long.rotateLeft(x * 0x9E3779B185EBCA87L, 31) * 0xC2B2AE3D27D4EB4FL;
      expected[8 * i + 5] =
          number(x, 0, false).multiply(number(x ^ 0x5555, 0, false)).mod(modulus).longValue();
      expected[8 * i + 6] = Math.unsignedMultiplyHigh(x, x);
      expected[8 * i + 7] = Long.remainderUnsigned(x, 1000000007L) + (x < 0 ? 1 : 0);
    }
    for (Context context : contexts) {
      long[] data = start.clone();
      run(context, source, count, data);
      assertArrayEquals(expected, data);
    }
  }

  private static long fnv(long x) {
    long h = 0xcbf29ce484222325L;
    for (int k = 0; k < 8; k++) {
      h = (h ^ (x >>> (8 * k) & 0xff)) * 0x100000001b3L;
    }
    return h;
  }

  private static long mix(long x) {
    long z = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  @Test
  void itGoesThroughMemoryFunctionsLoopsAndSwitches() {
    String source =
        """
        typedef unsigned long long wide;
        struct pair { char tag; wide value; };
        constant wide table[2] = { 0x123456789abcdef0ULL, -3 };

        __attribute__((noinline)) wide twice(wide a, struct pair *p) {
          p->value += a;
          return a + p->value;
        }

        kernel void k(global wide *data, local wide *tile, wide start) {
          const int i = get_global_id(0), l = get_local_id(0);
          tile[l] = data[i] + table[i & 1];
          barrier(CLK_LOCAL_MEM_FENCE);
          wide neighbour = tile[l ^ 1];
          wide list[4];
          for (int n = 0; n < 4; n++)
            list[n] = neighbour * (wide) (n + 1);
          wide sum = start;
          for (wide n = 0; n < (data[i] & 3ULL) + 2; n++)
            sum = sum * 31 + list[n & 3];
          struct pair p = { 1, sum };
          sum ^= twice(neighbour, &p);
          switch (sum & 7ULL) {
            case 0: sum += 1; break;
            case 3: sum = ~sum; break;
            case 5: sum <<= 70; break;
            default: sum += p.value;
          }
          data[i] = sum;
        }
        """;
    int count = 64;
    long[] start = new long[2 * count];
    Random random = new Random(5);
    for (int i = 0; i < start.length; i++) {
      start[i] = random.nextLong();
    }
    BigInteger first = new BigInteger("0123456789abcdef0112233445566778", 16);
    long[] expected = new long[2 * count];
    for (int i = 0; i < count; i++) {
      put(expected, i, walk(start, i, first));
    }
    long[] argument = new long[2];
    put(argument, 0, first);
    for (Context context : contexts) {
      long[] data = start.clone();
      run(
          context,
          source,
          count,
          data,
          LocalMemory.bytes(16 * 64),
          MemorySegment.ofArray(argument));
      assertArrayEquals(expected, data);
    }
  }

  private static BigInteger walk(long[] data, int i, BigInteger start) {
    BigInteger own = number(data[2 * i], data[2 * i + 1], false);
    int j = i ^ 1;
    BigInteger table = (j & 1) == 0 ? hex("123456789abcdef0") : BigInteger.valueOf(-3);
    BigInteger neighbour = number(data[2 * j], data[2 * j + 1], false).add(table).mod(RANGE);
    BigInteger sum = start;
    for (int n = 0; n < (own.intValue() & 3) + 2; n++) {
      BigInteger element = neighbour.multiply(BigInteger.valueOf((n & 3) + 1));
      sum = sum.multiply(BigInteger.valueOf(31)).add(element).mod(RANGE);
    }
    BigInteger value = sum.add(neighbour).mod(RANGE);
    sum = sum.xor(neighbour.add(value).mod(RANGE));
    return switch (sum.intValue() & 7) {
      case 0 -> sum.add(BigInteger.ONE);
      case 3 -> sum.not();
      case 5 -> sum.shiftLeft(70);
      default -> sum.add(value);
    };
  }

  @Test
  void whatTheEnginesCannotDoIsRefusedWithItsPlace() {
    String source =
        """
        typedef long long wide2 __attribute__((ext_vector_type(2)));
        kernel void k(global wide2 *a) { *a += 1; }
        """;
    for (Context context : contexts) {
      BuildException refused = assertThrows(BuildException.class, () -> context.build(source, ""));
      assertTrue(
          refused
              .log()
              .startsWith(
                  "program.cl:2:37: error: a vector of integers of 128 bits is not supported\n"),
          refused::log);
      assertEquals(refused.log().indexOf("error"), refused.log().lastIndexOf("error"));
    }
  }
}

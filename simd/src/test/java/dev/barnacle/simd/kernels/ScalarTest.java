package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scalar arithmetic at its edges, 64-bit addresses, and arguments of all kinds. */
class ScalarTest extends SimdKernelTests {
  private static final long[] EDGES = {
    0,
    1,
    -1,
    2,
    -2,
    7,
    -7,
    127,
    128,
    -128,
    255,
    32767,
    -32768,
    65535,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    0xffffffffL,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    0x123456789abcdefL
  };

  /**
   * Division by zero, and of the smallest number by -1, gives some value and does no harm; other
   * quotients and remainders are right (OpenCL C, 6.4.1).
   */
  @ParameterizedTest
  @ValueSource(strings = {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"})
  void division(String type) {
    int n = EDGES.length;
    long[] quotients = new long[n * n];
    long[] remainders = new long[n * n];
    run(
        """
        kernel void divide(global const long *in, global long *q, global long *r) {
          size_t x = get_global_id(0), y = get_global_id(1), n = get_global_size(0);
          T a = (T)in[x], b = (T)in[y];
          q[y * n + x] = (T)(a / b);
          r[y * n + x] = (T)(a % b);
        }\
        """
            .replaceAll("\\bT\\b", type),
        "divide",
        TestRange.of(n, n).local(7, 1),
        EDGES,
        quotients,
        remainders);
    for (int y = 0; y < n; y++) {
      for (int x = 0; x < n; x++) {
        long a = wrap(type, EDGES[x]);
        long b = wrap(type, EDGES[y]);
        boolean overflows = b == -1 && a == least(type) && !type.startsWith("u");
        if (b != 0 && !overflows) {
          boolean unsigned = type.equals("ulong");
          assertEquals(unsigned ? Long.divideUnsigned(a, b) : a / b, quotients[y * n + x]);
          assertEquals(unsigned ? Long.remainderUnsigned(a, b) : a % b, remainders[y * n + x]);
        }
      }
    }
  }

  /** A shift's distance is taken modulo the width of the type (OpenCL C, 6.4.10). */
  @Test
  void shifts() {
    int[] out = new int[6 * 70];
    run(
        """
        kernel void shift(global int *out, uint u, int s) {
          int d = get_global_id(0);
          global int *to = out + 6 * d;
          to[0] = s << d;
          to[1] = s >> d;
          to[2] = u >> d;
          to[3] = (int)(((long)s << d) >> 32);
          to[4] = (uchar)0x81 >> (d % 8);
          to[5] = rotate(s, d);
        }\
        """,
        "shift", line(70, 64), out, 0x87654321, -1234567);
    int[] expected = new int[out.length];
    for (int d = 0; d < 70; d++) {
      int[] values = {
        -1234567 << d,
        -1234567 >> d,
        0x87654321 >>> d,
        (int) ((-1234567L << d) >> 32),
        0x81 >> d % 8,
        Integer.rotateLeft(-1234567, d)
      };
      System.arraycopy(values, 0, expected, 6 * d, 6);
    }
    assertArrayEquals(expected, out);
  }

  /** Integers wrap around, also where C says that overflow is undefined, and promote as in C. */
  @ParameterizedTest
  @MethodSource("ranges")
  void wrapAroundAndPromotion(TestRange range) {
    long[] out = new long[6 * global(range)];
    run(
        """
        kernel void promote(global long *out) {
          int g = get_global_id(0);
          global long *to = out + 6 * g;
          uchar b = g * 77;
          char c = g * 99;
          short s = g * 1111;
          to[0] = (char)(b + c);
          to[1] = b * c - s;
          to[2] = (uint)c;
          to[3] = (ulong)s >> 60;
          to[4] = (uint)(g * 100000u * 100000u);
          to[5] = -(uint)g + (long)c;
        }\
        """,
        "promote",
        range,
        out);
    long[] expected = new long[out.length];
    for (int g = 0; g < global(range); g++) {
      int b = g * 77 & 0xff;
      byte c = (byte) (g * 99);
      short s = (short) (g * 1111);
      long[] values = {
        (byte) (b + c),
        (long) b * c - s,
        c & 0xffffffffL,
        (long) s >>> 60,
        Integer.toUnsignedLong(g * 100000 * 100000),
        (-g & 0xffffffffL) + c
      };
      System.arraycopy(values, 0, expected, 6 * g, 6);
    }
    assertArrayEquals(expected, out);
  }

  /** Floating-point special values go through arithmetic, comparisons and conversions. */
  @Test
  void floatEdges() {
    float[] in = {
      0, -0.0f, 1, -1, Float.MIN_VALUE, Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NaN
    };
    int n = in.length;
    float[] out = new float[n * n * 4];
    run(
        """
        kernel void edges(global const float *in, global float *out) {
          size_t x = get_global_id(0), y = get_global_id(1), n = get_global_size(0);
          global float *to = out + 4 * (y * n + x);
          float a = in[x], b = in[y];
          to[0] = a * b;
          to[1] = a + b;
          to[2] = (a < b) + 2 * (a == b) + 4 * (a != b) + 8 * !(a >= b);
          to[3] = (float)((double)a * (double)b);
        }\
        """,
        "edges",
        TestRange.of(n, n).local(3, 2),
        in,
        out);
    for (int y = 0; y < n; y++) {
      for (int x = 0; x < n; x++) {
        float a = in[x];
        float b = in[y];
        int order = (a < b ? 1 : 0) + (a == b ? 2 : 0) + (a != b ? 4 : 0) + (!(a >= b) ? 8 : 0);
        int at = 4 * (y * n + x);
        assertEquals(a * b, out[at]);
        assertEquals(a + b, out[at + 1]);
        assertEquals(order, out[at + 2]);
        assertEquals((float) ((double) a * (double) b), out[at + 3]);
      }
    }
  }

  /** Indices are 64 bits wide; intermediate ones may lie far outside of the buffer. */
  @ParameterizedTest
  @MethodSource("ranges")
  void wideIndices(TestRange range) {
    long[] out = new long[global(range)];
    run(
        """
        kernel void wide(global long *out, long far) {
          size_t g = get_global_id(0);
          global long *p = out + far + g;
          p[-far] = (g + far) * 3;
          *(p - far) += (uint)(far >> 31);
        }\
        """,
        "wide",
        range,
        out,
        5L << 32);
    long[] expected = LongStream.range(0, out.length).map(g -> (g + (5L << 32)) * 3 + 10).toArray();
    assertArrayEquals(expected, out);
  }

  /** Scalars of every width, structs by value, and many arguments. */
  @Test
  void argumentsOfAllKinds() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pair = arena.allocate(16, 8);
      pair.set(ValueLayout.JAVA_INT, 0, 5);
      pair.set(ValueLayout.JAVA_LONG, 8, 1L << 40);
      MemorySegment vector = arena.allocateFrom(ValueLayout.JAVA_FLOAT, 1.5f, 2.5f, 3.5f, 0);
      long[] out = new long[10];
      run(
          """
          typedef struct { int a; long b; } pair;
          kernel void arguments(global long *out, char c, uchar uc, short s, int i, long l, float f, double d,
                                pair p, float3 v) {
            p.a += get_global_id(0);
            long values[] = {c, uc, s, i, l, (long)(f * 4), (long)(d * 8), p.a, p.b, (long)(v.x + v.y * 10 + v.z * 100)};
            if (get_global_id(0) == 3)
              for (int n = 0; n < 10; n++)
                out[n] = values[n];
          }\
          """,
          "arguments",
          line(5, 5),
          out,
          (byte) -3,
          (byte) 200,
          (short) -300,
          70000,
          1L << 35,
          0.25f,
          0.125,
          pair,
          vector);
      assertArrayEquals(new long[] {-3, 200, -300, 70000, 1L << 35, 1, 1, 8, 1L << 40, 376}, out);
    }
  }

  private static long least(String type) {
    return switch (type) {
      case "char" -> Byte.MIN_VALUE;
      case "short" -> Short.MIN_VALUE;
      case "int" -> Integer.MIN_VALUE;
      default -> Long.MIN_VALUE;
    };
  }

  private static long wrap(String type, long value) {
    return switch (type) {
      case "char" -> (byte) value;
      case "uchar" -> value & 0xff;
      case "short" -> (short) value;
      case "ushort" -> value & 0xffff;
      case "int" -> (int) value;
      case "uint" -> value & 0xffffffffL;
      default -> value;
    };
  }
}

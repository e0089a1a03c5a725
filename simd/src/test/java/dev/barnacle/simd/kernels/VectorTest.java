package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors of all widths: layout, components, operators (OpenCL C, 6.3.7 and 6.4). */
class VectorTest extends SimdKernelTests {
  private static final TestRange RANGE = line(71, 7);

  static Stream<Arguments> intTypes() {
    return Stream.of("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong")
        .flatMap(type -> Stream.of(2, 3, 4, 8, 16).map(width -> Arguments.of(type, width)));
  }

  /** Arithmetic on whole vectors is arithmetic on each component, with the type's wrap-around. */
  @ParameterizedTest
  @MethodSource("intTypes")
  void integerOperators(String type, int width) {
    int stride = width == 3 ? 4 : width;
    long[] data = new long[global(RANGE) * width];
    for (int i = 0; i < data.length; i++) {
      data[i] = (i * 0x9e3779b97f4a7c15L) >> (i % 40);
    }
    long[] expected = data.clone();
    for (int i = 0; i < data.length; i++) {
      long x = wrap(type, data[i]);
      long y = wrap(type, x * 3 + 1);
      long shifted = x >> 1;
      if (type.equals("ulong")) {
        shifted = x >>> 1;
      }
      expected[i] = wrap(type, (y ^ shifted) - (x < 0 && type.charAt(0) != 'u' ? 5 : 0));
      if (type.equals("ulong")) {
        expected[i] = y ^ shifted;
      }
    }
    run(
        """
        kernel void ops(global long *data) {
          T v, zero = (T)(0);
          global long *mine = data + get_global_id(0) * W;
          SCALAR parts[STRIDE];
          for (int i = 0; i < W; i++)
            parts[i] = (SCALAR)mine[i];
          v = *(T *)parts;
          T w = v * (SCALAR)3 + (T)(1);
          w ^= v >> (T)(1);
          w -= as_T((v < zero)) & (T)(5);
          *(T *)parts = w;
          for (int i = 0; i < W; i++)
            mine[i] = parts[i];
        }\
        """
            .replace("as_T", "as_" + type + width)
            .replace("STRIDE", String.valueOf(stride))
            .replace("SCALAR parts", "SCALAR __attribute__((aligned(128))) parts")
            .replace("SCALAR", type)
            .replace("W", String.valueOf(width))
            .replaceAll("\\bT\\b", type + width),
        "ops",
        RANGE,
        (Object) data);
    assertArrayEquals(expected, data);
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

  /** Vectors in buffers: three components take the place of four; vload3 and vstore3 don't. */
  @Test
  void layoutOfThree() {
    float[] padded = new float[4 * global(RANGE)];
    float[] tight = new float[3 * global(RANGE)];
    for (int i = 0; i < padded.length; i++) {
      padded[i] = i;
    }
    float[] expectedPadded = padded.clone();
    float[] expectedTight = new float[tight.length];
    for (int g = 0; g < global(RANGE); g++) {
      for (int c = 0; c < 3; c++) {
        expectedTight[3 * g + c] = padded[4 * g + c] + 0.5f;
        expectedPadded[4 * g + c] = expectedTight[3 * g + c] * 2;
      }
    }
    run(
        """
        kernel void three(global float3 *padded, global float *tight) {
          size_t g = get_global_id(0);
          vstore3(padded[g] + 0.5f, g, tight);
          float3 again = vload3(g, tight);
          global float *to = (global float *)&padded[g];
          to[0] = again.x * 2;
          to[1] = again.y * 2;
          to[2] = again.z * 2;
        }\
        """,
        "three",
        RANGE,
        padded,
        tight);
    assertArrayEquals(expectedTight, tight);
    assertArrayEquals(expectedPadded, padded);
  }

  /** Components by every name: xyzw, rgba, s0-sF, lo, hi, even, odd; read, written and repeated. */
  @ParameterizedTest
  @ValueSource(strings = {"CL1.2", "CL2.0", "CL3.0"})
  void swizzles(String version) {
    int[] out = new int[16];
    runWith(
        "-cl-std=" + version,
        """
        kernel void swizzle(global int16 *out) {
          int16 v = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
          int4 a = v.lo.hi.xyzw, b = v.sFEDC, c = v.even.lo;
          a.yx = a.xw;
          b.lo = c.odd;
          c = c.xxyy + a.wzyx;
          int3 d = v.s01f;
          d.zx = (int2)(100, 200);
          int8 e = (int8)(a, b.hi, d.yz);
          e.odd += 1000;
          *out = (int16)(e, c, d, v.hi.hi.even.y);
        }\
        """,
        "swizzle",
        line(1, 1),
        (Object) out);
    // a = 4567 -> x=7, y=4: 7467; b = 15 14 13 12 -> lo = c.odd = (2, 6); c = 0 2 4 6
    int[] a = {7, 4, 6, 7};
    int[] b = {2, 6, 13, 12};
    int[] c = {0 + a[3], 0 + a[2], 2 + a[1], 2 + a[0]};
    int[] d = {200, 1, 100};
    int[] expected = {
      a[0],
      a[1] + 1000,
      a[2],
      a[3] + 1000,
      b[2],
      b[3] + 1000,
      d[1],
      d[2] + 1000,
      c[0],
      c[1],
      c[2],
      c[3],
      d[0],
      d[1],
      d[2],
      14
    };
    assertArrayEquals(expected, out);
  }

  /** Comparisons give -1 for true; ?: and select choose by the top bit; any, all, isequal. */
  @Test
  void comparisonsAndSelection() {
    int[] out = new int[4 * 5];
    run(
        """
        kernel void compare(global int4 *out) {
          float4 a = (float4)(1, 2, NAN, -0.0f), b = (float4)(1, 3, NAN, 0);
          out[0] = a == b;
          out[1] = a < b ? (int4)(1, 2, 3, 4) : (int4)(5, 6, 7, 8);
          out[2] = select((int4)(10), (int4)(20), a != b);
          out[3] = (int4)(any(a == b), all(a == b), all(isnan(a) | (a == b) | (a < b)), any(a > b));
          out[4] = !(int4)(0, 1, -5, 0) + ((int4)(2) && (int4)(0, 1, 0, 2)) * 10;
        }\
        """,
        "compare",
        line(1, 1),
        (Object) out);
    int[] expected = {-1, 0, 0, -1, 5, 2, 7, 8, 10, 20, 20, 10, 1, 0, 1, 0, -1, -10, 0, -11};
    assertArrayEquals(expected, out);
  }

  /** Conversions and reinterpretations of whole vectors, and shuffles with run-time masks. */
  @Test
  void conversionsAndShuffles() {
    int[] out = new int[8 * 4];
    run(
        """
        kernel void convert(global int8 *out, global const uint8 *mask) {
          float8 f = (float8)(-1.5f, 300.7f, 2.5f, 3.5f, -0.4f, 1e10f, NAN, 127.5f);
          out[0] = convert_int8(convert_char8_sat(f));
          out[1] = convert_int8_sat_rte(f);
          out[2] = as_int8(shuffle2(f.lo, f.hi, mask[0]));
          out[3] = convert_int8(as_uchar8((long)0x0807060504030201l)) + convert_int8(as_char8(convert_ushort4(f.lo.s2323)));
        }\
        """,
        "convert",
        line(1, 1),
        out,
        new int[] {7, 0, 2, 1, 3, 11, 4, 5});
    int[] expected = {
      -1,
      127,
      2,
      3,
      0,
      127,
      0,
      127,
      -2,
      301,
      2,
      4,
      0,
      Integer.MAX_VALUE,
      0,
      128,
      bits(127.5f),
      bits(-1.5f),
      bits(2.5f),
      bits(300.7f),
      bits(3.5f),
      bits(3.5f),
      bits(-0.4f),
      bits(1e10f),
      3,
      2,
      6,
      4,
      7,
      6,
      10,
      8
    };
    assertArrayEquals(expected, out);
  }

  private static int bits(float f) {
    return Float.floatToRawIntBits(f);
  }

  /** Vectors indexed through pointers, in arrays and structs, and passed to functions. */
  @ParameterizedTest
  @MethodSource("ranges")
  void vectorsInMemory(TestRange range) {
    int[] out = new int[global(range)];
    run(
        """
        typedef struct { char tag; int3 v; short4 s[2]; } record;
        int16 widen(int4 v, int by) { return (int16)(v, v + by, v * by, v - by); }
        int pick(record *r, int i) { return ((int *)&r->v)[i] + ((short *)r->s)[i + 4]; }
        kernel void memory(global int *out) {
          int g = get_global_id(0);
          record r[3];
          for (int i = 0; i < 3; i++) {
            r[i].tag = i;
            r[i].v = (int3)(g, g * i, i);
            r[i].s[0] = (short4)(9);
            r[i].s[1] = (short4)(1, 2, 3, 4) * (short)i;
          }
          int16 wide = widen((int4)(r[1].v, 7), g % 5);
          int sum = 0;
          for (int i = 0; i < 16; i++)
            sum = sum * 3 + ((int *)&wide)[(i + g) % 16];
          out[g] = sum + pick(&r[g % 3], g % 2);
        }\
        """,
        "memory", range, out);
    int[] expected = new int[out.length];
    for (int g = 0; g < expected.length; g++) {
      int by = g % 5;
      int[] v = {g, g, 1, 7};
      int sum = 0;
      for (int i = 0; i < 16; i++) {
        int at = (i + g) % 16;
        int x = v[at % 4];
        sum = sum * 3 + new int[] {x, x + by, x * by, x - by}[at / 4];
      }
      int i = g % 3;
      expected[g] = sum + (g % 2 == 0 ? g + i : g * i + 2 * i);
    }
    assertArrayEquals(expected, out);
  }

  /** Doubles and halves in vectors. */
  @Test
  void doublesAndHalves() {
    double[] out = new double[8];
    short[] halves = {0x3c00, 0x4000, (short) 0xc248, 0x7bff, 1, 0, 0, 0};
    run(
        """
        #pragma OPENCL EXTENSION cl_khr_fp16 : enable
        kernel void mixed(global double4 *out, global half *h) {
          float4 f = vload_half4(0, h);
          double4 d = convert_double4(f) / 3.0;
          out[0] = d;
          out[1] = fma(d, (double4)(3.0), (double4)(h[4], 0, 1, 2));
          vstore_half4_rtz(convert_float4(d), 1, h);
        }\
        """,
        "mixed",
        line(1, 1),
        out,
        halves);
    double[] in = {1, 2, -3.140625, 65504};
    double[] more = {0x1p-24, 0, 1, 2};
    double[] expected = new double[8];
    short[] expectedHalves = halves.clone();
    for (int i = 0; i < 4; i++) {
      expected[i] = in[i] / 3;
      expected[4 + i] = Math.fma(expected[i], 3.0, more[i]);
    }
    // 1/3, 2/3, -1.046875, 21834.66 towards zero
    expectedHalves[4] = 0x3555;
    expectedHalves[5] = 0x3955;
    expectedHalves[6] = (short) 0xbc30;
    expectedHalves[7] = 0x7554;
    assertArrayEquals(expected, out);
    assertArrayEquals(expectedHalves, halves);
  }

  /** Half is a type to compute with where the device has cl_khr_fp16. */
  @ParameterizedTest
  @MethodSource("ranges")
  void halfArithmetic(TestRange range) {
    short[] data = new short[global(range)];
    for (int i = 0; i < data.length; i++) {
      data[i] = Float.floatToFloat16(i * 0.375f - 20);
    }
    short[] expected = new short[data.length];
    for (int i = 0; i < data.length; i++) {
      float x = Float.float16ToFloat(data[i]);
      float square = Float.float16ToFloat(Float.floatToFloat16(x * x));
      expected[i] = Float.floatToFloat16(square + 1.5f);
    }
    run(
        """
        #pragma OPENCL EXTENSION cl_khr_fp16 : enable
        #pragma OPENCL FP_CONTRACT OFF
        kernel void square(global half *data) {
          half x = data[get_global_id(0)];
          data[get_global_id(0)] = x * x + 1.5h;
        }\
        """,
        "square",
        range,
        (Object) data);
    assertArrayEquals(expected, data);
  }

  /** A vector of three has room for four; an assignment to components leaves that alone. */
  @ParameterizedTest
  @CsvSource({"int,1", "int,7", "int,16", "int,64", "float,64", "float,5"})
  void vectorsOfThreeInMemory(String type, int local) {
    int n = 200;
    int[] in = new int[4 * n];
    Arrays.setAll(in, i -> type.equals("int") ? i * 77 : Float.floatToIntBits(i * 0.5f));
    int[] whole = new int[4 * n];
    Arrays.fill(whole, -5);
    int[] parts = whole.clone();
    int[] some = whole.clone();
    run(
        """
        kernel void k(global const TYPE3 *in, global TYPE3 *whole, global TYPE3 *parts,
                      global TYPE3 *some) {
          size_t i = get_global_id(0);
          TYPE3 v = in[i];
          whole[i] = v.zxy;
          parts[i].x = v.x;
          parts[i].z = v.y;
          parts[i].y = v.z;
          if (i % 3 == 0) {
            some[i] = in[i + 1 < get_global_size(0) ? i + 1 : 0];
            some[i].yz = v.xy;
          }
        }
        """
            .replace("TYPE", type),
        "k",
        TestRange.of(n).local(local),
        in,
        whole,
        parts,
        some);
    for (int i = 0; i < n; i++) {
      int x = in[4 * i];
      int y = in[4 * i + 1];
      int z = in[4 * i + 2];
      assertArrayEquals(new int[] {z, x, y}, Arrays.copyOfRange(whole, 4 * i, 4 * i + 3));
      assertArrayEquals(new int[] {x, z, y, -5}, Arrays.copyOfRange(parts, 4 * i, 4 * i + 4));
      assertArrayEquals(
          i % 3 == 0 ? new int[] {in[4 * ((i + 1) % n)], x, y} : new int[] {-5, -5, -5},
          Arrays.copyOfRange(some, 4 * i, 4 * i + 3));
    }
  }

  /** Each component is memory of its own: others may write its neighbours at the same time. */
  @ParameterizedTest
  @MethodSource("ranges")
  void componentsOfOneVectorWrittenByManyWorkItems(TestRange range) {
    int items = global(range);
    int[] out = new int[4 * items];
    int[] pairs = new int[4 * items];
    run(
        """
        kernel void k(global int4 *out, global short4 *pairs) {
          size_t i = get_global_id(0);
          global int4 *v = &out[i / 4];
          switch (i % 4) {
            case 0: v->x = i; break;
            case 1: v->y = i; break;
            case 2: v->z += i; break;
            default: v->w = i;
          }
          if (i % 2) pairs[i / 2].yw = (short2)(i, -i);
          else pairs[i / 2].xz = (short2)(i, -i);
        }
        """,
        "k", range, out, pairs);
    for (int i = 0; i < items; i++) {
      assertEquals(i, out[i]);
      int half = 16 * (i % 2);
      int first = pairs[2 * (i / 2)] << (16 - half) >> 16;
      int second = pairs[2 * (i / 2) + 1] << (16 - half) >> 16;
      assertEquals((short) i, first);
      assertEquals((short) -i, second);
    }
  }

  /** The same between work-groups, which run at the same time where there are two processors. */
  @Test
  void componentsOfVectorsCountedByManyWorkGroups() {
    int[] out = new int[4 * 8];
    run(
        """
        kernel void k(global int4 *out) {
          size_t l = get_local_id(0);
          for (int i = 0; i < 3000000; i++) {
            switch (get_group_id(0)) {
              case 0: out[l].x += 1; break;
              case 1: out[l].y += 1; break;
              case 2: out[l].z += 1; break;
              default: out[l].w += 1;
            }
            barrier(CLK_GLOBAL_MEM_FENCE);
          }
        }
        """,
        "k",
        line(32, 8),
        out);
    int[] expected = new int[out.length];
    Arrays.fill(expected, 3000000);
    assertArrayEquals(expected, out);
  }
}

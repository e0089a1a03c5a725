package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loads and stores at places computed from ids: quotients, remainders, masks, shifts, exchanged
 * bits, limits, backwards, with gaps; by work-items of which some don't take part.
 */
class IndexTest extends SimdKernelTests {
  private record Place(String text, IntUnaryOperator value) {}

  /** Places in 0 to 1023 for an id {@code i} in 0 to 299; {@code u} is the uint of {@code i}. */
  private static final List<Place> PLACES =
      List.of(
          new Place("i", i -> i),
          new Place("299 - i", i -> 299 - i),
          new Place("i / 16", i -> i / 16),
          new Place("u / 16", i -> i / 16),
          new Place("i % 16", i -> i % 16),
          new Place("u % 48u", i -> i % 48),
          new Place("i / 48 * 50 + i % 48", i -> i / 48 * 50 + i % 48),
          new Place("u / w * 40 + u % w", i -> i / 37 * 40 + i % 37),
          new Place("i & 31", i -> i & 31),
          new Place("i & ~15", i -> i & ~15),
          new Place("i >> 4", i -> i >> 4),
          new Place("u >> 5", i -> i >> 5),
          new Place("i << 1", i -> i << 1),
          new Place("3 * i", i -> 3 * i),
          new Place("3 * i + 2", i -> 3 * i + 2),
          new Place("i ^ 64", i -> i ^ 64),
          new Place("i ^ 15", i -> i ^ 15),
          new Place("i ^ 3", i -> i ^ 3),
          new Place("(u & ~(d - 1)) << 1 | (u & (d - 1))", i -> (i & ~31) << 1 | (i & 31)),
          new Place(
              "((u & ~(d - 1)) << 1 | (u & (d - 1))) ^ 63", i -> ((i & ~31) << 1 | (i & 31)) ^ 63),
          new Place("(u & ~(w - 34)) << 1 | (u & (w - 34))", i -> (i & ~3) << 1 | (i & 3)),
          new Place(
              "((u & ~(w - 36)) << 1 | (u & (w - 36))) ^ (w - 34)",
              i -> ((i & ~1) << 1 | (i & 1)) ^ 3),
          new Place("i + (int[]){5, 2, 9, 1}[w & 3]", i -> i + 2),
          new Place(
              "2 * i + (int[]){300, 20, 0, 7}[u / w & 3]",
              i -> 2 * i + new int[] {300, 20, 0, 7}[i / 37 & 3]),
          new Place("max(i - 1, 0)", i -> Math.max(i - 1, 0)),
          new Place("min(i + 1, 200)", i -> Math.min(i + 1, 200)),
          new Place("i < 100 ? i + 5 : i + 7", i -> i < 100 ? i + 5 : i + 7),
          new Place("get_local_id(0) * 0 + i", i -> i),
          new Place("i / (int)get_local_size(0) * 0 + i * 2", i -> i * 2),
          new Place("u + w - 37", i -> i),
          new Place("(uint)(get_global_id(0) + (size_t)w) - 37u", i -> i),
          new Place("(int)(get_global_id(0) + w * get_global_size(0)) - 11100", i -> i),
          new Place("(int)(w * get_global_id(0) + 3) - (int)w * i + i", i -> i + 3));

  private static final int ITEMS = 300;
  private static final int SIZE = 1024;

  /** Returns the kernel with {@code statement} for each place, which is PLACE in it. */
  private static String source(String type, String statement) {
    StringBuilder text = new StringBuilder();
    text.append("kernel void k(global ")
        .append(type)
        .append(" *p, global int *out, uint w, uint d) {");
    text.append(" int i = get_global_id(0); uint u = get_global_id(0);\n");
    for (int k = 0; k < PLACES.size(); k++) {
      text.append(
          statement.replace("PLACE", "(" + PLACES.get(k).text() + ")").replace("NUMBER", "" + k));
    }
    return text.append('}').toString();
  }

  private static void check(int[] expected, int[] out, int length) {
    for (int k = 0; k < PLACES.size(); k++) {
      int at = k * length;
      assertArrayEquals(
          Arrays.copyOfRange(expected, at, at + length),
          Arrays.copyOfRange(out, at, at + length),
          PLACES.get(k).text());
    }
  }

  @ParameterizedTest
  @CsvSource({"int,1", "int,7", "int,64", "int,100", "uchar,64", "uchar,7", "short,64", "short,16"})
  void loads(String type, int local) {
    Object in = numbers(type);
    int[] out = new int[PLACES.size() * ITEMS];
    String source = source(type, "if (i % 5 != 2) out[NUMBER * 300 + i] = p[PLACE];\n");
    run(source, "k", line(ITEMS, local), in, out, 37, 32);
    int[] expected = new int[out.length];
    for (int k = 0; k < PLACES.size(); k++) {
      for (int i = 0; i < ITEMS; i++) {
        int value = number(in, PLACES.get(k).value().applyAsInt(i));
        expected[k * ITEMS + i] = i % 5 == 2 ? 0 : value;
      }
    }
    check(expected, out, ITEMS);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 16, 64, 100})
  void stores(int local) {
    int[] out = new int[PLACES.size() * SIZE];
    String source =
        source("int", "if (i > 2 && i % 5 != 2) out[NUMBER * 1024 + PLACE] = PLACE + 3;\n");
    run(source, "k", line(ITEMS, local), numbers(1), out, 37, 32);
    int[] expected = new int[out.length];
    for (int k = 0; k < PLACES.size(); k++) {
      for (int i = 3; i < ITEMS; i++) {
        if (i % 5 != 2) {
          int place = PLACES.get(k).value().applyAsInt(i);
          expected[k * SIZE + place] = place + 3;
        }
      }
    }
    check(expected, out, SIZE);
  }

  private static Object numbers(String type) {
    int[] ints = numbers(1024);
    return switch (type) {
      case "uchar" -> {
        byte[] bytes = new byte[1024];
        for (int i = 0; i < 1024; i++) {
          bytes[i] = (byte) ints[i];
        }
        yield bytes;
      }
      case "short" -> {
        short[] shorts = new short[1024];
        for (int i = 0; i < 1024; i++) {
          shorts[i] = (short) ints[i];
        }
        yield shorts;
      }
      default -> ints;
    };
  }

  private static int number(Object array, int index) {
    return switch (array) {
      case byte[] b -> b[index] & 0xff;
      case short[] s -> s[index];
      default -> ((int[]) array)[index];
    };
  }

  /** The place is known in one block; another, for some work-items, has bytes and words of it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 8, 17, 64})
  void placesComputedInAnEarlierBlock(int local) {
    int[] in = numbers(SIZE);
    int[] out = new int[ITEMS];
    run(
        """
        kernel void k(global const int *in, global int *out) {
          int id = get_global_id(0);
          int rounds = in[4 * id % 1000] & 7;
          do {
            rounds--;
            if ((in[id ^ 1] & 3) == 0) out[id] += ((global const uchar *)in)[id ^ 1] + in[id ^ 1];
          } while (rounds > 0);
        }\
        """,
        "k", TestRange.of(ITEMS).local(local), in, out);
    int[] expected = new int[ITEMS];
    for (int id = 0; id < ITEMS; id++) {
      int at = id ^ 1;
      int sum = ((in[at / 4] >>> (at % 4 * 8)) & 255) + in[at];
      int rounds = Math.max(in[4 * id % 1000] & 7, 1);
      expected[id] = (in[at] & 3) == 0 ? rounds * sum : 0;
    }
    assertArrayEquals(expected, out);
  }

  /**
   * Indices of 32 bits, of which nobody knows that they don't wrap around from lane to lane; they
   * do for work-items that don't use them.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 16, 64, 100})
  void indicesThatMayWrapAround(int local) {
    int[] in = numbers(SIZE);
    int[] out = new int[3 * ITEMS];
    run(
        """
        kernel void k(global const int *in, global int *out, uint w) {
          uint u = get_global_id(0), at = 0, k = 0;
          int sum = 0;
          for (uint d = 0; d < 40; d += 3)
            if (u >= d) sum += in[u - d] * d;
          if (u - 20 < w) out[u - 20] = sum;
          for (uint m = 0; m < (in[u] & 7); m++) sum += in[m * w + u];
          do {
            at = k * w + u;
            k++;
          } while (k < (in[u] & 7));
          out[300 + u] = in[at];
          out[(int)(get_global_id(0) + w * 20)] = sum;
        }\
        """,
        "k",
        TestRange.of(ITEMS).local(local),
        in,
        out,
        30);
    int[] expected = new int[out.length];
    for (int u = 0; u < ITEMS; u++) {
      int sum = 0;
      for (int d = 0; d < 40 && d <= u; d += 3) {
        sum += in[u - d] * d;
      }
      if (u >= 20 && u < 50) {
        expected[u - 20] = sum;
      }
      int rounds = in[u] & 7;
      for (int m = 0; m < rounds; m++) {
        sum += in[m * 30 + u];
      }
      expected[300 + u] = in[Math.max(0, rounds - 1) * 30 + u];
      expected[600 + u] = sum;
    }
    assertArrayEquals(expected, out);
  }

  /** As {@link #indicesThatMayWrapAround}, of vectors and bytes, and around a loop. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 16, 64})
  void indicesThatMayWrapAroundOfOtherTypes(int local) {
    int[] in = numbers(SIZE);
    int[] out = new int[4 * ITEMS + 4];
    byte[] bytes = new byte[ITEMS];
    run(
        """
        kernel void k(global const int4 *in, global int4 *out, global uchar *bytes, uint w) {
          uint u = get_global_id(0);
          if (u >= w) out[u - w] = in[(u - w) & 127] + 1;
          for (int i = get_global_id(0); i < (int)w * 10; i += get_global_size(0)) bytes[i] = i;
        }\
        """,
        "k",
        TestRange.of(ITEMS / 2).local(local),
        in,
        out,
        bytes,
        30);
    int[] expected = new int[out.length];
    byte[] expectedBytes = new byte[ITEMS];
    for (int u = 0; u < ITEMS; u++) {
      for (int c = 0; c < 4 && u >= 30 && u < ITEMS / 2; c++) {
        expected[4 * (u - 30) + c] = in[4 * (u - 30) + c] + 1;
      }
      expectedBytes[u] = (byte) u;
    }
    assertArrayEquals(expected, out);
    assertArrayEquals(expectedBytes, bytes);
  }

  /** Elements with gaps between them, which stay as they are. */
  @ParameterizedTest
  @CsvSource({"uchar,1", "ushort,2", "uint,4", "ulong,8"})
  void elementsWithGaps(String type, int size) {
    byte[] in = new byte[6 * ITEMS * size];
    for (int i = 0; i < in.length; i++) {
      in[i] = (byte) (i * 37 + i / 256);
    }
    for (int step = 2; step <= 5; step++) {
      for (int local : new int[] {1, 7, 16, 60, 100}) {
        byte[] out = new byte[in.length];
        Arrays.fill(out, (byte) 99);
        String source =
            """
            kernel void k(global const TYPE *in, global TYPE *out, uint n) {
              int i = get_global_id(0) * n;
              size_t l = get_global_id(0) * STEPul;
              out[i + 1] = in[l] + in[i + STEP - 1];
            }\
            """
                .replace("TYPE", type)
                .replace("STEP", Integer.toString(step));
        run(source.replace("* n", "* " + step), "k", line(ITEMS, local), in, out, step);
        byte[] byArgument = new byte[in.length];
        Arrays.fill(byArgument, (byte) 99);
        run(source, "k", line(ITEMS, local), in, byArgument, step);
        byte[] expected = new byte[in.length];
        Arrays.fill(expected, (byte) 99);
        for (int i = 0; i < ITEMS; i++) {
          BigInteger sum = at(in, i * step, size).add(at(in, i * step + step - 1, size));
          for (int b = 0; b < size; b++) {
            expected[(i * step + 1) * size + b] = sum.shiftRight(8 * b).byteValue();
          }
        }
        String what = type + " by " + step + " of " + local;
        assertArrayEquals(expected, out, what);
        assertArrayEquals(expected, byArgument, what);
      }
    }
  }

  private static BigInteger at(byte[] bytes, int index, int size) {
    byte[] bigEndian = new byte[size];
    for (int b = 0; b < size; b++) {
      bigEndian[size - 1 - b] = bytes[index * size + b];
    }
    return new BigInteger(1, bigEndian);
  }

  /** Values of lanes in narrow types wrap around where a multiple of the step would not. */
  @ParameterizedTest
  @CsvSource({
    "(uchar)((uint)lid << 7), 7, 24, 0",
    "(uchar)(lid * 64), 6, 24, 0",
    "(ushort)((uint)lid << 13), 13, 16, 0",
    "(char)((uint)lid << 4), 4, 24, 1",
    "(short)((uint)lid << 12), 12, 16, 1",
    "(long)(int)((uint)lid << 28), 28, 0, 1",
  })
  void narrowValuesOfLanes(String text, int shift, int cut, int signed) {
    for (int local : new int[] {1, 4, 16, 64}) {
      long[] o = new long[128];
      run(
          "kernel void k(global long *o) { int lid = get_local_id(0); o[get_global_id(0)] = "
              + text
              + "; }",
          "k",
          line(128, local),
          o);
      for (int i = 0; i < o.length; i++) {
        int high = (i % local) << shift << cut;
        assertEquals(signed == 1 ? high >> cut : high >>> cut, o[i], text + " at " + local);
      }
    }
  }
}

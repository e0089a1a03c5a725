package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Private arrays hold what each work-item put into them, however an engine lays them out: whatever
 * the index, the element type, the control flow around an access and the ways of the address.
 */
class PrivateArrayTest extends SimdKernelTests {
  private void check(TestRange range, String body, IntUnaryOperator expected) {
    check(range, "", body, expected);
  }

  /** The kernel's {@code body} gives {@code r} for the work-item {@code g}. */
  private void check(TestRange range, String before, String body, IntUnaryOperator expected) {
    int[] out = new int[global(range)];
    String source =
        before
            + "\nkernel void k(global int *out, int five) {\n int g = get_global_id(0), r = 0;\n"
            + body
            + "\n out[g] = r;\n}";
    run(source, "k", range, out, 5);
    int[] wanted = new int[out.length];
    for (int g = 0; g < wanted.length; g++) {
      wanted[g] = expected.applyAsInt(g);
    }
    assertArrayEquals(wanted, out, source);
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void uniformIndicesInLoops(TestRange range) {
    check(
        range,
        """
        int a[16];
        for (int i = 0; i < 16; i++) a[i] = g * i;
        for (int t = 16; t < 40; t++) a[t % 16] += a[(t - 3) % 16] ^ t;
        for (int i = 0; i < 16; i++) r = r * 31 + a[i];
        """,
        g -> {
          int[] a = new int[16];
          for (int i = 0; i < 16; i++) {
            a[i] = g * i;
          }
          for (int t = 16; t < 40; t++) {
            a[t % 16] += a[(t - 3) % 16] ^ t;
          }
          int r = 0;
          for (int i = 0; i < 16; i++) {
            r = r * 31 + a[i];
          }
          return r;
        });
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void varyingIndices(TestRange range) {
    check(
        range,
        """
        short a[9] = {0};
        for (int i = 0; i < 20; i++) a[(g + i * five) % 9] += i;
        for (int i = 0; i < 9; i++) r = r * 7 + a[(i + g) % 9];
        """,
        g -> {
          int[] a = new int[9];
          for (int i = 0; i < 20; i++) {
            a[(g + i * 5) % 9] += i;
          }
          int r = 0;
          for (int i = 0; i < 9; i++) {
            r = r * 7 + a[(i + g) % 9];
          }
          return r;
        });
  }

  /** Work-items that don't run an assignment keep what they had. */
  @ParameterizedTest
  @MethodSource("ranges")
  void assignmentsOfSomeWorkItems(TestRange range) {
    check(
        range,
        """
        int a[4] = {1, 2, 3, 4};
        if (g % 3 == 1) return;
        for (int i = 0; i < g % 7; i++) {
          a[i & 3] += i + 1;
          if ((g + i) % 4 == 2) a[1] = g;
          if (i > 4) { a[2] = 9; break; }
        }
        r = a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[3];
        """,
        g -> {
          if (g % 3 == 1) {
            return 0;
          }
          int[] a = {1, 2, 3, 4};
          for (int i = 0; i < g % 7; i++) {
            a[i & 3] += i + 1;
            if ((g + i) % 4 == 2) {
              a[1] = g;
            }
            if (i > 4) {
              a[2] = 9;
              break;
            }
          }
          return a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[3];
        });
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void vectorElementsAndTheirComponents(TestRange range) {
    check(
        range,
        """
        float4 a[5];
        float3 b[3];
        for (int i = 0; i < 5; i++) a[i] = (float4)(g, i, g + i, 1);
        for (int i = 0; i < 3; i++) b[i] = a[i].zyx;
        a[g % 5].w += 2;
        float4 s = a[(g + 1) % 5] + a[g % 5];
        r = (int)(s.x + s.y + s.z + s.w) * 3 + (int)b[g % 3].x + ((float *)a)[6];
        """,
        g -> {
          int first = (g + 1) % 5;
          int second = g % 5;
          int sum = 2 * g + first + second + (g + first) + (g + second) + 1 + 3;
          return sum * 3 + g + g % 3 + g + 1;
        });
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void copiesOfStructures(TestRange range) {
    check(
        range,
        "typedef struct { int x; int t[6]; } S;",
        """
        S s = {g, {1, 2, 3, 4, 5, 6}}, all[3], big[2];
        for (int i = 0; i < 3; i++) { all[i] = s; all[i].t[i] += g; }
        S copy = all[g % 3];
        int zeros[100] = {0};
        zeros[g % 100]++;
        for (int i = 0; i < 100; i++) r += zeros[i];
        r += copy.x + copy.t[0] + 10 * copy.t[1] + 100 * copy.t[2];
        """,
        g -> 1 + g + 1 + 20 + 300 + g * (g % 3 == 0 ? 1 : g % 3 == 1 ? 10 : 100));
  }

  /** Bytes of an int, an int as a float, several sizes in one structure. */
  @ParameterizedTest
  @MethodSource("ranges")
  void otherTypesThanTheArrays(TestRange range) {
    check(
        range,
        "typedef struct { char c; long l; short s[3]; } M;",
        """
        int a[4] = {g, g << 8, g << 16, 7};
        uchar *bytes = (uchar *)a;
        float f[2];
        ((int *)f)[1] = as_int((float)g);
        M m[2];
        m[g & 1].c = 3; m[g & 1].l = (long)g << 33; m[g & 1].s[g % 3] = g;
        r = bytes[0] + bytes[5] + bytes[10] + bytes[12 + (five & 0)] + (int)f[1]
            + (int)(m[g & 1].l >> 33) + m[g & 1].s[g % 3] + m[g & 1].c;
        """,
        g -> 3 * (g & 255) + 7 + g + g + g + 3);
  }

  /** The address is passed on, chosen at run time, compared and kept. */
  @ParameterizedTest
  @MethodSource("ranges")
  void addresses(TestRange range) {
    check(
        range,
        """
        int sum(int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
        void put(int *p, int v) { *p = v; }
        """,
        """
        int a[4] = {1, 2, 3, 4}, b[4] = {10, 20, 30, 40}, c[2] = {5, 6}, d[2];
        int *p = g % 2 ? a : b;
        p[1] += g;
        put(&a[g & 3], 100);
        int *kept[2] = {c, c + 1};
        *kept[g & 1] += g;
        d[0] = &a[2] > &a[1];
        d[1] = (int)((size_t)&d[1] - (size_t)&d[0]);
        r = sum(a, 4) + sum(b, five - 1) + c[0] + c[1] + d[0] + d[1];
        """,
        g -> {
          int[] a = {1, 2, 3, 4};
          a[1] += g % 2 == 1 ? g : 0;
          a[g & 3] = 100;
          int b = 100 + (g % 2 == 1 ? 0 : g);
          return a[0] + a[1] + a[2] + a[3] + b + 11 + g + 1 + 4;
        });
  }

  /** What stands in an array stays over barriers, in rows that are no multiple of a vector. */
  @Test
  void acrossBarriersInTwoDimensions() {
    int width = 3 * 11 + 4;
    int height = 10;
    int[] out = new int[width * height];
    run(
        """
        kernel void k(global int *out, int width) {
          int x = get_global_id(0), y = get_global_id(1), a[5];
          local int turn[64];
          int l = get_local_id(1) * get_local_size(0) + get_local_id(0);
          for (int i = 0; i < 5; i++) a[i] = x * i + y;
          for (int i = 0; i < 5; i++) {
            turn[l] = a[i];
            barrier(CLK_LOCAL_MEM_FENCE);
            a[(i + x) % 5] += turn[l ^ 1 & (get_local_size(0) % 2 == 0)] + i;
            barrier(CLK_LOCAL_MEM_FENCE);
          }
          out[y * width + x] = a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3] + 11 * a[4];
        }\
        """,
        "k", TestRange.of(width, height).local(11, 4), out, width);
    int[] expected = new int[out.length];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        expected[y * width + x] = turns(x, y, width);
      }
    }
    assertArrayEquals(expected, out);
  }

  private static int turns(int x, int y, int width) {
    int partner = Math.min(11, width - x / 11 * 11) % 2 == 0 ? (x % 11 ^ 1) + x / 11 * 11 : x;
    int[][] a = new int[2][5];
    int[] xs = {x, partner};
    for (int w = 0; w < 2; w++) {
      for (int i = 0; i < 5; i++) {
        a[w][i] = xs[w] * i + y;
      }
    }
    for (int i = 0; i < 5; i++) {
      int[] turn = {a[0][i], a[1][i]};
      for (int w = 0; w < 2; w++) {
        a[w][(i + xs[w]) % 5] += turn[1 - w] + i;
      }
    }
    int[] own = a[0];
    return own[0] + 3 * own[1] + 5 * own[2] + 7 * own[3] + 11 * own[4];
  }
}

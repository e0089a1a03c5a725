package dev.barnacle.simd.kernels;

import org.junit.jupiter.api.Test;

/**
 * Kernels with the shapes that public reports of LLVM's name: values that InstCombine, the
 * vectorisers of straight-line code, SCEV and the selection of instructions got wrong. {@code
 * docs/design/llvm-miscompilations.md} lists them by the reports' numbers.
 */
@SuppressWarnings("OperatorPrecedence") // as the kernels have it
class ReportedArithmeticTest extends EveryWidthTests {
  private static final String HEAD =
      "kernel void k(global const int *in, global int *out) { const size_t i = get_global_id(0); ";

  private void checkBody(String body, int width, Item item) {
    check(HEAD + body + "}", width, item);
  }

  /** 140481: products by a constant and its negative, compared. */
  @Test
  void productsOfOppositeFactors() {
    checkBody(
        """
        int a = in[i] % 3, b = -5001 * a + 5000;
        while (b >= 5001) b = a + 5000;
        int c = -500 * b - 501;
        out[3 * i] = 500 * c >= b; out[3 * i + 1] = b; out[3 * i + 2] = -500 * (b - 1) > c;
        """
            .replace("b >= 5001)", "b >= 5001 && a < 1)"),
        3,
        (in, i, out) -> {
          int a = in[i] % 3;
          int b = -5001 * a + 5000;
          if (b >= 5001 && a < 1) {
            b = a + 5000;
          }
          int c = -500 * b - 501;
          out[0] = 500 * c >= b ? 1 : 0;
          out[1] = b;
          out[2] = -500 * (b - 1) > c ? 1 : 0;
        });
  }

  /** 220542: a shifted value and itself, compared under a mask. */
  @Test
  void shiftsComparedUnderMasks() {
    checkBody(
        """
        for (int x = 0; x < 8; x++) {
          uint a = (uint)in[i] >> x & 7, m = a << 2 & 4;
          uchar c = (uchar)(x * 37 + in[i]);
          out[8 * i + x] = (a == m) + 2 * (((uchar)(c << 3) & 0x38) == (c & 0x38))
              + 4 * ((c << 5 & 31) == c) + 8 * ((c & 7) == (c >> 5 & 7))
              + 16 * (((uint)in[i] << 12 & 0xfff000) == ((uint)in[i] & 0xfff000));
        }
        """,
        8,
        (in, i, out) -> {
          for (int x = 0; x < 8; x++) {
            int a = in[i] >>> x & 7;
            int c = x * 37 + in[i] & 0xff;
            out[x] =
                (a == (a << 2 & 4) ? 1 : 0)
                    + ((c << 3 & 0x38) == (c & 0x38) ? 2 : 0)
                    + ((c << 5 & 31) == c ? 4 : 0)
                    + ((c & 7) == (c >> 5 & 7) ? 8 : 0)
                    + ((in[i] << 12 & 0xfff000) == (in[i] & 0xfff000) ? 16 : 0);
          }
        });
  }

  /** 210605: rotations of vectors by nothing in some components. */
  @Test
  void rotationsByNothing() {
    checkBody(
        """
        int4 v = vload4(i % 32, in);
        uint4 u = as_uint4(v);
        vstore4(as_int4(rotate(u, (uint4)(0, 32, 5, 31)) ^ (u << (uint4)(3, 0, 1, 0))
            ^ (u >> (uint4)(29, 0, 31, 0))), i, out);
        """,
        4,
        (in, i, out) -> {
          int[] turn = {0, 32, 5, 31};
          int[] left = {3, 0, 1, 0};
          int[] right = {29, 0, 31, 0};
          for (int k = 0; k < 4; k++) {
            int v = in[4 * (i % 32) + k];
            out[k] = Integer.rotateLeft(v, turn[k]) ^ v << left[k] ^ v >>> right[k];
          }
        });
  }

  /** 89390: quotients of vectors of which not all components are used. */
  @Test
  void remaindersOfSomeComponents() {
    checkBody(
        """
        int4 a = vload4(i % 32, in), b = (vload4(i % 32 + 1, in) & 15) + 1;
        int4 p = a % b, q = (int4)(100) % b, d = a / b;
        vstore4((int4)(p.x, d.x, q.z, p.w), i, out);
        """,
        4,
        (in, i, out) -> {
          int at = 4 * (i % 32);
          int[] b = new int[4];
          for (int k = 0; k < 4; k++) {
            b[k] = (in[at + 4 + k] & 15) + 1;
          }
          out[0] = in[at] % b[0];
          out[1] = in[at] / b[0];
          out[2] = 100 % b[2];
          out[3] = in[at + 3] % b[3];
        });
  }

  /** 131465: a loop that is left by what it adds up itself. */
  @Test
  void loopsLeftByTheirOwnSum() {
    checkBody(
        """
        int more = in[i] & 1, e = 2, n = 0;
        do { e += more; n++; } while (e != 2 && n < 9);
        int f = 20, r = 82;
        for (; 85 + 20 + r - 187 + f && r < 1000; f = 65535 + 20 + r - 65637) if (in[i] & 2) r++;
        out[2 * i] = e + 16 * n; out[2 * i + 1] = r;
        """,
        2,
        (in, i, out) -> {
          int e = 2;
          int n = 0;
          do {
            e += in[i] & 1;
            n++;
          } while (e != 2 && n < 9);
          int r = 82;
          for (int f = 20; 85 + 20 + r - 187 + f != 0 && r < 1000; f = 65535 + 20 + r - 65637) {
            if ((in[i] & 2) != 0) {
              r++;
            }
          }
          out[0] = e + 16 * n;
          out[1] = r;
        });
  }

  /** 135182, 121745: narrow counters that are sign-extended, added and zero-extended. */
  @Test
  void narrowCountersWidened() {
    checkBody(
        """
        uint sum = 0;
        for (char c = -12; c < (char)(in[i] & 7); c++) {
          short s = (short)((short)c + (short)c);
          sum = sum * 31 + (ushort)s;
        }
        out[i] = (int)sum;
        """,
        1,
        (in, i, out) -> {
          for (int c = -12; c < (in[i] & 7); c++) {
            out[0] = out[0] * 31 + (2 * c & 0xffff);
          }
        });
  }

  /** 86784, 129057, 122430: reductions of masks of which only some bits are used. */
  @Test
  void reductionsOfWhichSomeBitsAreUsed() {
    checkBody(
        """
        long a[8]; int x = in[i] | 512; uchar c = 0, h = 5;
        for (int j = 0; j < 8; j++) a[j] = in[i + j] | 614;
        for (short j = 0; j <= 7; j++) { x &= a[j]; c ^= (uchar)((c <= j) + a[j]); }
        for (int j = 0; j < 22; j++) h &= (uchar)((in[i + j] | 5) << (16 - 16));
        out[3 * i] = x >> 8; out[3 * i + 1] = c; out[3 * i + 2] = h;
        """,
        3,
        (in, i, out) -> {
          int x = in[i] | 512;
          int c = 0;
          int h = 5;
          for (int j = 0; j < 8; j++) {
            int a = in[i + j] | 614;
            x &= a;
            c ^= (c <= j ? 1 : 0) + a & 0xff;
          }
          for (int j = 0; j < 22; j++) {
            h &= in[i + j] | 5;
          }
          out[0] = x >> 8;
          out[1] = c;
          out[2] = h;
        });
  }

  /** 123639, 127177, 87630: recurrences in unrolled loops. */
  @Test
  void recurrencesInUnrolledLoops() {
    checkBody(
        """
        int s = 0, t = 0, g = 32768, b = 0; char d = 0, n = 0;
        for (int j = 0; j < 16; j++) { s -= t + j + in[i]; t = j; }
        for (int j = 0; j < 32; j++) { b = g ^= 1; g |= in[i] & 64; d |= (char)(g + in[j]); }
        for (int j = 0; j < 16; j++) n += (in[i] >> j & 1) != 0;
        out[4 * i] = s; out[4 * i + 1] = b; out[4 * i + 2] = d; out[4 * i + 3] = n;
        """,
        4,
        (in, i, out) -> {
          int t = 0;
          int g = 32768;
          byte d = 0;
          for (int j = 0; j < 16; j++) {
            out[0] -= t + j + in[i];
            t = j;
          }
          for (int j = 0; j < 32; j++) {
            g ^= 1;
            out[1] = g;
            g |= in[i] & 64;
            d |= (byte) (g + in[j]);
          }
          out[2] = d;
          out[3] = Integer.bitCount(in[i] & 0xffff);
        });
  }

  /** 128309: fields of 64-bit words that are shifted up, added to and shifted down. */
  @Test
  void fieldsOfLongs() {
    checkBody(
        """
        ulong x = (ulong)(uint)in[i] << 20 ^ (uint)in[i + 1];
        ulong y = ((x << 48 & 0x46c2000000000000UL) + 0x0006000000000000UL) >> 48 & x;
        out[2 * i] = (int)y; out[2 * i + 1] = (int)(y >> 32);
        """,
        2,
        (in, i, out) -> {
          long x = (in[i] & 0xffffffffL) << 20 ^ in[i + 1] & 0xffffffffL;
          long y = (x << 48 & 0x46c2000000000000L) + 0x0006000000000000L >>> 48 & x;
          out[0] = (int) y;
          out[1] = (int) (y >> 32);
        });
  }

  /** 84653, 53252, 89516, 142518: conditions that guard what may overflow; clamps; remainders. */
  @Test
  void guardedOverflowClampsAndRemainders() {
    checkBody(
        """
        int x = in[i] >> (in[i + 1] & 31);
        int over = x > 0 && x > INT_MAX - x;
        int high = x < 0 ? 7 : 65535, clamped = (uint)x < 65536u ? x : high;
        char power = (char)(1 << (in[i] & 7)), rest = 1 % power;
        out[3 * i] = over; out[3 * i + 1] = clamped;
        out[3 * i + 2] = in[i + 1] < 0 ? (char)(rest + power) : rest;
        """,
        3,
        (in, i, out) -> {
          int x = in[i] >> in[i + 1];
          out[0] = x > 0 && x > Integer.MAX_VALUE - x ? 1 : 0;
          out[1] = Integer.compareUnsigned(x, 65536) < 0 ? x : x < 0 ? 7 : 65535;
          byte power = (byte) (1 << (in[i] & 7));
          byte rest = (byte) (1 % power);
          out[2] = in[i + 1] < 0 ? (byte) (rest + power) : rest;
        });
  }

  /** 63091, 97475: comparisons of several widths, chosen from and rearranged. */
  @Test
  void comparisonsOfSeveralWidths() {
    checkBody(
        """
        int4 v = vload4(i % 32, in) % 3, w = vload4(i % 32 + 1, in);
        int4 narrow = as_int4(as_char16(w) > (char16)0), wide = v > 0;
        int4 mixed = (int4)(narrow.xyz, wide.w);
        vstore4(mixed + select((int4)0, v.yyxw, v == 0), i, out);
        """,
        4,
        (in, i, out) -> {
          int at = 4 * (i % 32);
          int[] order = {1, 1, 0, 3};
          for (int k = 0; k < 4; k++) {
            int mask = 0;
            for (int b = 0; b < 4; b++) {
              mask |= (byte) (in[at + 4 + k] >> 8 * b) > 0 ? 0xff << 8 * b : 0;
            }
            int mixed = k < 3 ? mask : in[at + 3] % 3 > 0 ? -1 : 0;
            out[k] = mixed + (in[at + k] % 3 == 0 ? in[at + order[k]] % 3 : 0);
          }
        });
  }
}

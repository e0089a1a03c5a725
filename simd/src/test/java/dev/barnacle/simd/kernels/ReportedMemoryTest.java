package dev.barnacle.simd.kernels;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kernels with the shapes that public reports of LLVM's name: loads and stores that LICM, GVN, the
 * elimination of dead stores, MemCpyOpt, SROA and the selection of instructions got wrong. {@code
 * docs/design/llvm-miscompilations.md} lists them by the reports' numbers.
 */
@SuppressWarnings("OperatorPrecedence") // as the kernels have it
class ReportedMemoryTest extends EveryWidthTests {
  /** 215530: a component chosen at run time is written between two reads of the vector. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "uint2 m[3]; uint2 *g = m + (uint)in[i] % 3;",
        "local uint2 all[64]; local uint2 *g = all + get_local_id(0);",
        "global uint2 *g = (global uint2 *)out + 2 * i + 1;"
      })
  void componentsWrittenBetweenReads(String where) {
    String source =
        """
        kernel void k(global const int *in, global int *out) {
          const size_t i = get_global_id(0);
          WHERE
          g[0] = (uint2)(3, 10230287);
          uint at = (uint)(in[i + 64] & 255) / 145, b = in[i + 128] & 1;
          uint old = g[0][1];
          g[0][at] = b;
          uint q = 600000000 / old;
          uint low = g[0].x, high = g[0].y;
          out[4 * i] = q; out[4 * i + 1] = low * 5 + (b < old); out[4 * i + 2] = high; out[4 * i + 3] = at;
        }
        """
            .replace("WHERE", where);
    check(
        source,
        4,
        (in, i, out) -> {
          int at = (in[i + 64] & 255) / 145;
          int b = in[i + 128] & 1;
          out[0] = 600000000 / 10230287;
          out[1] = (at == 0 ? b : 3) * 5 + 1;
          out[2] = at == 1 ? b : 10230287;
          out[3] = at;
        });
  }

  /** 215530: the same for one work-item, whose vector is in global memory. */
  @Test
  void componentsWrittenByOneWorkItem() {
    check(
        """
        kernel void k(global const int *in, global int *out) {
          if (get_global_id(0) == 0) {
            global uint2 *g = (global uint2 *)out + 1;
            g[0] = (uint2)(3, 10230287);
            uint at = (uint)in[0] & 1, old = g[0][1];
            g[0][at] = 0;
            out[0] = 600000000 / old;
            global ushort4 *h = (global ushort4 *)out + 2;
            h[0] = (ushort4)(11, 12, 13, 14);
            ushort before = h[0][3];
            h[0][in[1] & 3] = 0;
            out[1] = before + 100 * h[0][2];
          }
        }
        """,
        1,
        (in, i, out) -> {
          int at = in[0] & 1;
          int place = in[1] & 3;
          int[] h = {11, 12, 13, 14};
          h[place] = 0;
          int[] all = new int[ITEMS];
          all[0] = 600000000 / 10230287;
          all[1] = 14 + 100 * h[2];
          all[2] = at == 0 ? 0 : 3;
          all[3] = at == 1 ? 0 : 10230287;
          all[4] = h[0] | h[1] << 16;
          all[5] = h[2] | h[3] << 16;
          out[0] = all[i];
        });
  }

  /** 195513, 64047: a pointer that is another one in the next iteration. */
  @Test
  void pointersThatChangeInTheLoop() {
    check(
        """
        kernel void k(global const int *in, global int *out) {
          const size_t i = get_global_id(0);
          int a = in[i] & 1, b = 0, seen = 0, *p = &a;
          for (int j = 0; j < (in[i] & 7) + 1; j++) {
            seen = seen * 2 + *p;
            p = &b;
            a = p != 0;
            *p += j & 1;
          }
          out[2 * i] = seen; out[2 * i + 1] = a + 2 * b;
        }
        """,
        2,
        (in, i, out) -> {
          int b = 0;
          for (int j = 0; j < (in[i] & 7) + 1; j++) {
            out[0] = out[0] * 2 + (j == 0 ? in[i] & 1 : b);
            b += j & 1;
          }
          out[1] = 1 + 2 * b;
        });
  }

  /** 220904, 216566: structures copied over each other, with an array that is read by an index. */
  @Test
  void structuresCopiedOverEachOther() {
    check(
        """
        struct s { ulong f[5]; };
        kernel void k(global const int *in, global int *out) {
          const size_t i = get_global_id(0);
          uchar small[] = {44, 20, 7, 9};
          struct s one, other;
          for (int j = 0; j < 5; j++) other.f[j] = (uint)in[i + j];
          if (in[i] & 1) { small[0] = 1; for (int j = 0; j < 5; j++) one.f[j] = small[j & 3]; other = one; }
          one = other;
          other.f[0]++;
          out[2 * i] = small[in[i + 1] & 3];
          out[2 * i + 1] = (int)(one.f[(uint)in[i + 2] % 5] + other.f[0]);
        }
        """,
        2,
        (in, i, out) -> {
          int[] small = {(in[i] & 1) != 0 ? 1 : 44, 20, 7, 9};
          int[] one = new int[5];
          for (int j = 0; j < 5; j++) {
            one[j] = (in[i] & 1) != 0 ? small[j & 3] : in[i + j];
          }
          out[0] = small[in[i + 1] & 3];
          out[1] = one[Integer.remainderUnsigned(in[i + 2], 5)] + one[0] + 1;
        });
  }

  /** 52971: parts of a vector are copied while all of it is in a register. */
  @Test
  void partsOfVectorsCopied() {
    check(
        """
        kernel void k(global const int *in, global int *out) {
          const size_t i = get_global_id(0);
          int4 a = (int4)(1, 2, 3, 4); int *f = (int *)&a;
          f[3] = in[i];
          int2 t = *(int2 *)(f + 2);
          f[in[i] & 3] = 9;
          vstore4((int4)(t, a.s13), i, out);
        }
        """,
        4,
        (in, i, out) -> {
          int[] a = {1, 2, 3, in[i]};
          out[0] = a[2];
          out[1] = a[3];
          a[in[i] & 3] = 9;
          out[2] = a[1];
          out[3] = a[3];
        });
  }

  /** 180251, 34867, 52774: small arrays filled in one loop, moved in another, read in a third. */
  @Test
  void arraysFilledMovedAndRead() {
    check(
        """
        kernel void k(global const int *in, global int *out) {
          const size_t i = get_global_id(0);
          char l[6]; uint a[10] = {0}, s[10] = {0}; int x = 0, next[10];
          for (int j = 0; j < 6; j++) l[j] = (char)(in[i] >> j);
          for (int j = 5; j >= 0; j--) x = x * 3 ^ l[j];
          a[0] = 1; s[in[i] & 7] = 5;
          for (uint j = 0; j < 6; j++) for (uint m = 1; m < j; m++) a[m - 1] = s[m];
          for (int j = 0; j < 10; j++) { next[j] = j; next[(j + in[i + 1]) & 7] += 2; }
          int sum = 0;
          for (int j = 0; j < 10; j++) sum = sum * 5 + next[j];
          out[3 * i] = x; out[3 * i + 1] = a[0] + 10 * a[1] + 100 * a[3]; out[3 * i + 2] = sum;
        }
        """
            .replace("next[10];", "next[10] = {0};"),
        3,
        (in, i, out) -> {
          for (int j = 5; j >= 0; j--) {
            out[0] = out[0] * 3 ^ (byte) (in[i] >> j);
          }
          int[] s = new int[10];
          s[in[i] & 7] = 5;
          out[1] = s[1] + 10 * s[2] + 100 * s[4];
          int[] next = new int[10];
          for (int j = 0; j < 10; j++) {
            next[j] = j;
            next[j + in[i + 1] & 7] += 2;
          }
          for (int j = 0; j < 10; j++) {
            out[2] = out[2] * 5 + next[j];
          }
        });
  }
}

package dev.barnacle.simd.kernels;

import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Averages of rearranged vectors of bytes and half words. LLVM 20.1.7's selection of AVX-512
 * instructions never ended for some of them.
 */
@SuppressWarnings("OperatorPrecedence") // as the kernels have it
class AverageTest extends EveryWidthTests {
  private static int[] order(String components) {
    return components.chars().map(c -> Character.digit(c, 16)).toArray();
  }

  private static int[] averages(int[] values, String components, IntBinaryOperator average) {
    int[] order = order(components);
    int[] result = new int[values.length];
    for (int k = 0; k < values.length; k++) {
      result[k] = average.applyAsInt(values[k], values[order[k]]);
    }
    return result;
  }

  private static int[] bytes(int first, int second) {
    long all = first & 0xffffffffL | (long) second << 32;
    int[] bytes = new int[8];
    for (int k = 0; k < 8; k++) {
      bytes[k] = (int) (all >>> 8 * k) & 0xff;
    }
    return bytes;
  }

  private static void put(int[] bytes, int[] out) {
    for (int k = 0; k < 8; k++) {
      out[k / 4] |= (bytes[k] & 0xff) << 8 * (k % 4);
    }
  }

  private static String twice(String statement) {
    return """
    kernel void k(global const int *in, global int *out) {
      const size_t i = get_global_id(0);
      uchar8 t = ((global const uchar8 *)in)[i];
      STATEMENT
      STATEMENT
      ((global uchar8 *)out)[i] = t;
    }
    """
        .replace("STATEMENT", statement);
  }

  @ParameterizedTest
  @ValueSource(strings = {"62243444", "23041021", "00000001", "76543210", "11335577"})
  void roundedUp(String order) {
    IntBinaryOperator average = (a, b) -> a + b + 1 >> 1;
    check(
        twice("t = rhadd(t, t.s" + order + ");"),
        2,
        (in, i, out) -> {
          int[] once = averages(bytes(in[2 * i], in[2 * i + 1]), order, average);
          put(averages(once, order, average), out);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"62243444", "23041021"})
  void roundedDown(String order) {
    IntBinaryOperator average = (a, b) -> a + b >> 1;
    check(
        twice("t = hadd(t, t.s" + order + ");"),
        2,
        (in, i, out) -> {
          int[] once = averages(bytes(in[2 * i], in[2 * i + 1]), order, average);
          put(averages(once, order, average), out);
        });
  }

  /** The same written out, as the library once did. */
  @Test
  void writtenOut() {
    IntBinaryOperator average = (a, b) -> a + b + 1 >> 1;
    check(
        twice("t = (t >> 1) + (t.s62243444 >> 1) + ((t | t.s62243444) & (uchar8)1);"),
        2,
        (in, i, out) -> {
          int[] once = averages(bytes(in[2 * i], in[2 * i + 1]), "62243444", average);
          put(averages(once, "62243444", average), out);
        });
  }

  @Test
  void ofHalfWordsAndTheirDifferences() {
    check(
        """
        kernel void k(global const int *in, global int *out) {
          const size_t i = get_global_id(0);
          ushort8 t = ((global const ushort8 *)in)[i % 16], u = ((global const ushort8 *)in)[i % 16 + 16];
          u = t * (ushort8)3 - u;
          u = abs_diff(u.s04004030, u.s35723575);
          u = rhadd(t.s55275151, u);
          u = rhadd(u.s53505505, u);
          ((global ushort8 *)out)[i] = u;
        }
        """,
        4,
        (in, i, out) -> {
          int[] t = new int[8];
          int[] u = new int[8];
          for (int k = 0; k < 8; k++) {
            t[k] = in[4 * (i % 16) + k / 2] >>> 16 * (k % 2) & 0xffff;
            int other = in[4 * (i % 16 + 16) + k / 2] >>> 16 * (k % 2) & 0xffff;
            u[k] = t[k] * 3 - other & 0xffff;
          }
          int[] first = order("04004030");
          int[] second = order("35723575");
          int[] third = order("55275151");
          int[] mean = new int[8];
          for (int k = 0; k < 8; k++) {
            mean[k] = t[third[k]] + Math.abs(u[first[k]] - u[second[k]]) + 1 >> 1;
          }
          int[] last = order("53505505");
          for (int k = 0; k < 8; k++) {
            out[k / 2] |= (mean[last[k]] + mean[k] + 1 >> 1) << 16 * (k % 2);
          }
        });
  }

  /** Of signed numbers, to both sides of zero; alone and in a vector. */
  @Test
  void ofSignedNumbers() {
    check(
        """
        kernel void k(global const int *in, global int *out) {
          const size_t i = get_global_id(0);
          int4 v = vload4(i % 32, in), w = v.wxyz;
          vstore4(hadd(v, w), 2 * i, out);
          vstore4(rhadd(v, w), 2 * i + 1, out);
          short a = (short)in[i], b = (short)(in[i] >> 16);
          out[8 * i] ^= hadd(a, b);
          out[8 * i + 1] ^= rhadd(a, b);
        }
        """,
        8,
        (in, i, out) -> {
          for (int k = 0; k < 4; k++) {
            long sum = (long) in[i % 32 * 4 + k] + in[i % 32 * 4 + (k + 3) % 4];
            out[k] = (int) (sum >> 1);
            out[4 + k] = (int) (sum + 1 >> 1);
          }
          int sum = (short) in[i] + (in[i] >> 16);
          out[0] ^= sum >> 1;
          out[1] ^= sum + 1 >> 1;
        });
  }
}

package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.engine.Argument;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Functions that a whole work-group calls: copies, reductions, scans, broadcasts, votes. */
class GroupFunctionTest extends SimdKernelTests {
  /** Asynchronous copies both ways (OpenCL C, 6.15.11). */
  @ParameterizedTest
  @MethodSource("ranges")
  void asyncCopies(TestRange range) {
    int n = local(range);
    int groups = Math.ceilDiv(global(range), n);
    int[] in = numbers(4 * n * groups);
    int[] out = new int[4 * n * groups];
    run(
        """
        kernel void copies(global const int4 *in, global int4 *out, local int4 *tile, int n) {
          size_t base = get_group_id(0) * n;
          event_t done = async_work_group_copy(tile, in + base, n, 0);
          prefetch(in + base, n);
          wait_group_events(1, &done);
          for (int i = get_local_id(0); i < n; i += get_local_size(0))
            tile[i] = tile[i].wzyx + i;
          barrier(CLK_LOCAL_MEM_FENCE);
          done = async_work_group_copy(out + base, tile, n, 0);
          wait_group_events(1, &done);
        }\
        """,
        "copies",
        range,
        in,
        out,
        new Argument.Local(16L * n),
        n);
    int[] expected = new int[out.length];
    for (int i = 0; i < n * groups; i++) {
      for (int c = 0; c < 4; c++) {
        expected[4 * i + c] = in[4 * i + 3 - c] + i % n;
      }
    }
    assertArrayEquals(expected, out);
  }

  /** Strided copies; two events wait together, one event serves two copies. */
  @ParameterizedTest
  @MethodSource("ranges")
  void stridedCopies(TestRange range) {
    int groups = Math.ceilDiv(global(range), local(range));
    float[] in = new float[60 * groups];
    for (int i = 0; i < in.length; i++) {
      in[i] = i;
    }
    float[] out = new float[in.length];
    run(
        """
        kernel void strided(global const float *in, global float *out, local float *tile) {
          size_t base = get_group_id(0) * 60;
          event_t events[2];
          events[0] = async_work_group_strided_copy(tile, in + base, 20, 3, 0);
          events[0] = async_work_group_strided_copy(tile + 20, in + base + 1, 20, 3, events[0]);
          events[1] = async_work_group_copy(tile + 40, in + base + 40, 20, 0);
          wait_group_events(2, events);
          event_t back = async_work_group_strided_copy(out + base, (const local float *)tile, 30, 2, 0);
          wait_group_events(1, &back);
        }\
        """,
        "strided",
        range,
        in,
        out,
        new Argument.Local(240));
    float[] expected = new float[out.length];
    for (int group = 0; group < groups; group++) {
      for (int i = 0; i < 30; i++) {
        expected[60 * group + 2 * i] = 60 * group + (i < 20 ? 3 * i : 3 * (i - 20) + 1);
      }
    }
    assertArrayEquals(expected, out);
  }

  /** Lines and planes of elements of five bytes, with a fence between the two copies. */
  @ParameterizedTest
  @MethodSource("ranges")
  void copiesOfLines(TestRange range) {
    int groups = Math.ceilDiv(global(range), local(range));
    byte[] in = new byte[600 * groups];
    for (int i = 0; i < in.length; i++) {
      in[i] = (byte) ((i * 31) >> 3);
    }
    byte[] out = new byte[in.length];
    run(
        """
        #if !defined(cl_khr_extended_async_copies) || !defined(cl_khr_async_work_group_copy_fence)
        #error no extension
        #endif
        kernel void lines(global const uchar *in, global uchar *out, local uchar *tile) {
          size_t base = get_group_id(0) * 120;
          event_t events[2];
          events[0] = async_work_group_copy_3D3D(tile, 1, in, base + 3, 5, 2, 3, 2, 4, 16, 3, 11, 0);
          async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
          events[1] = async_work_group_copy_2D2D(out, base + 60, tile, 1, 5, 2, 3, 3, 9, 0);
          events[1] = async_work_group_copy_2D2D(out, base, tile, 12, 5, 2, 3, 3, 2, events[1]);
          events[1] = async_work_group_copy_2D2D(out, base, tile, 12, 5, 2, 0, 3, 2, events[1]);
          wait_group_events(2, events);
        }\
        """,
        "lines",
        range,
        in,
        out,
        new Argument.Local(5 * 23));
    byte[] expected = new byte[out.length];
    for (int group = 0; group < groups; group++) {
      int base = 120 * group;
      for (int line = 0; line < 3; line++) {
        int from = base + 3 + 4 * line;
        System.arraycopy(in, 5 * from, expected, 5 * (base + 60 + 9 * line), 10);
        System.arraycopy(in, 5 * (from + 16), expected, 5 * (base + 2 * line), 10);
      }
    }
    assertArrayEquals(expected, out);
  }

  /** Reductions and scans of ints (OpenCL C, 6.15.16). */
  @ParameterizedTest
  @MethodSource("ranges")
  void reductionsAndScans(TestRange range) {
    int[] in = numbers(global(range));
    for (int i = 0; i < in.length; i++) {
      in[i] = in[i] * 37 % 101 - 50;
    }
    int[] out = new int[8 * in.length];
    run(
        """
        kernel void collective(global const int *in, global int *out) {
          size_t g = get_global_id(0);
          int x = in[g];
          global int *to = out + 8 * g;
          to[0] = work_group_reduce_add(x);
          to[1] = work_group_reduce_min(x);
          to[2] = work_group_reduce_max((uint)x);
          to[3] = work_group_scan_inclusive_add(x);
          to[4] = work_group_scan_exclusive_add(x);
          to[5] = work_group_scan_inclusive_max(x);
          to[6] = work_group_scan_exclusive_min(x);
          to[7] = work_group_broadcast(x, get_local_size(0) / 2);
        }\
        """,
        "collective",
        range,
        in,
        out);
    int[] expected = new int[out.length];
    forGroups(range, (group, first, size) -> collectives(in, expected, first, size));
    assertArrayEquals(expected, out);
  }

  private static void collectives(int[] in, int[] out, int first, int size) {
    int[] part = Arrays.copyOfRange(in, first, first + size);
    int sum = 0;
    int max = Integer.MIN_VALUE;
    int min = Integer.MAX_VALUE;
    for (int l = 0; l < size; l++) {
      max = Math.max(max, part[l]);
      int[] values = {
        Arrays.stream(part).sum(),
        Arrays.stream(part).min().orElseThrow(),
        Arrays.stream(part).reduce(0, (a, b) -> Integer.compareUnsigned(a, b) > 0 ? a : b),
        sum + part[l],
        sum,
        max,
        min,
        part[size / 2]
      };
      System.arraycopy(values, 0, out, 8 * (first + l), 8);
      sum += part[l];
      min = Math.min(min, part[l]);
    }
  }

  /** Other types, votes, and collectives in loops and branches that the group takes as one. */
  @ParameterizedTest
  @MethodSource("ranges")
  void votesAndLoops(TestRange range) {
    double[] out = new double[5 * global(range)];
    run(
        """
        kernel void votes(global double *out) {
          int l = get_local_id(0), n = get_local_size(0);
          global double *to = out + 5 * get_global_id(0);
          long total = 0;
          for (int round = 1; work_group_any(l + 3 >= round); round *= 2) {
            total += work_group_reduce_add((long)l * round);
            if (round == 4)
              total += work_group_scan_exclusive_add(1l);
          }
          to[0] = total;
          to[1] = work_group_reduce_add(l * 0.5);
          to[2] = work_group_reduce_max(-1.5f * l);
          to[3] = work_group_all(l < n) * 2 + work_group_all(l > 0);
          to[4] = work_group_scan_inclusive_add(0.25f);
        }\
        """,
        "votes",
        range,
        out);
    double[] expected = new double[out.length];
    forGroups(
        range,
        (group, first, size) -> {
          long sum = (long) size * (size - 1) / 2;
          for (int l = 0; l < size; l++) {
            long total = 0;
            for (int round = 1; size - 1 + 3 >= round; round *= 2) {
              total += sum * round + (round == 4 ? l : 0);
            }
            double[] values = {total, sum * 0.5, 0, 2, 0.25 * (l + 1)};
            System.arraycopy(values, 0, expected, 5 * (first + l), 5);
          }
        });
    for (int i = 2; i < out.length; i += 5) {
      out[i] += 0.0; // -1.5f * 0 is -0, which is as good a maximum
    }
    assertArrayEquals(expected, out);
  }
}

package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Work-item functions in 1 to 3 dimensions (OpenCL C, 6.15.1). */
class WorkItemTest extends SimdKernelTests {
  private static final int QUERIES = 30;

  static Stream<TestRange> shapes() {
    return Stream.of(
        TestRange.of(1).local(1),
        TestRange.of(23).local(5).offset(100),
        TestRange.of(128).local(64).offset(1L << 33),
        TestRange.of(300).local(256),
        TestRange.of(7, 5).local(3, 2).offset(10, 20),
        TestRange.of(64, 3).local(32, 1),
        TestRange.of(1, 65).local(1, 64).offset(0, 3),
        TestRange.of(5, 4, 3).local(2, 3, 2).offset(1, 2, 3),
        TestRange.of(8, 4, 2).local(4, 2, 2),
        TestRange.of(3, 3, 30).local(1, 1, 7),
        TestRange.of(1024).local(1).offset(1L << 33),
        TestRange.of(1003).local(1).offset(5),
        TestRange.of(512, 3).local(1, 1).offset(0, 7),
        TestRange.of(130, 2, 3).local(1, 1, 1).offset(5, 6, 7));
  }

  /** Every work-item stores the answers at the place that it has in the TestRange. */
  @ParameterizedTest
  @MethodSource("shapes")
  void allQueries(TestRange range) {
    int items = Math.toIntExact(range.global().stream().reduce(1L, (a, b) -> a * b));
    long[] out = new long[items * QUERIES];
    run(
        """
        kernel void queries(global long *out) {
          size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
          size_t z = get_global_id(2) - get_global_offset(2);
          global long *to = out + ((z * get_global_size(1) + y) * get_global_size(0) + x) * 30;
          *to++ = get_work_dim();
          *to++ = get_global_linear_id();
          *to++ = get_local_linear_id();
          for (uint d = 0; d < 3; d++) {
            *to++ = get_global_id(d);
            *to++ = get_global_size(d);
            *to++ = get_global_offset(d);
            *to++ = get_local_id(d);
            *to++ = get_local_size(d);
            *to++ = get_enqueued_local_size(d);
            *to++ = get_group_id(d);
            *to++ = get_num_groups(d);
            *to++ = 0;
          }
        }\
        """,
        "queries",
        range,
        out);
    long[] expected = new long[out.length];
    for (int item = 0; item < items; item++) {
      System.arraycopy(answers(range, item), 0, expected, item * QUERIES, QUERIES);
    }
    assertArrayEquals(expected, out);
  }

  private static long[] answers(TestRange range, int item) {
    long[] answers = new long[QUERIES];
    long rest = item;
    long localLinear = 0;
    long localStride = 1;
    answers[0] = range.dimensions();
    answers[1] = item;
    for (int d = 0; d < 3; d++) {
      boolean used = d < range.dimensions();
      long global = used ? range.global().get(d) : 1;
      long local = used ? range.local().get(d) : 1;
      long offset = used ? range.offset().get(d) : 0;
      long index = rest % global;
      rest /= global;
      long group = index / local;
      long size = Math.min(local, global - group * local);
      long[] ofDimension = {
        index + offset,
        global,
        offset,
        index % local,
        size,
        local,
        group,
        Math.ceilDiv(global, local),
        0
      };
      System.arraycopy(ofDimension, 0, answers, 3 + 9 * d, 9);
      localLinear += index % local * localStride;
      localStride *= size;
    }
    answers[2] = localLinear;
    return answers;
  }

  /** Dimensions past the last one: ids and offsets are 0, sizes are 1. */
  @ParameterizedTest
  @MethodSource("shapes")
  void dimensionsOutOfRange(TestRange range) {
    long[] out = new long[8];
    run(
        """
        kernel void beyond(global long *out, uint d) {
          out[0] = get_global_id(d);
          out[1] = get_global_size(d);
          out[2] = get_global_offset(d);
          out[3] = get_local_id(d);
          out[4] = get_local_size(d);
          out[5] = get_enqueued_local_size(d);
          out[6] = get_group_id(d);
          out[7] = get_num_groups(d);
        }\
        """,
        "beyond",
        range,
        out,
        3);
    assertArrayEquals(new long[] {0, 1, 0, 0, 1, 1, 0, 1}, out);
  }

  /** Every work-item runs once. */
  @ParameterizedTest
  @MethodSource("shapes")
  void everyItemOnce(TestRange range) {
    int items = Math.toIntExact(range.global().stream().reduce(1L, (a, b) -> a * b));
    int[] counts = new int[items];
    run(
        "kernel void count(global int *counts) { atomic_inc(&counts[get_global_linear_id()]); }",
        "count",
        range,
        counts);
    int[] expected = new int[items];
    Arrays.fill(expected, 1);
    assertArrayEquals(expected, counts);
  }
}

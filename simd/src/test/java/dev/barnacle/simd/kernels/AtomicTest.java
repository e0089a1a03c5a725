package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Atomic functions of OpenCL C 1.x and 2.x on global and local memory, by many groups at once. */
class AtomicTest extends SimdKernelTests {
  /** The usual ranges and one with many work-groups, so that several threads meet. */
  static Stream<TestRange> many() {
    return Stream.concat(ranges(), Stream.of(line(16 * 2000, 16)));
  }

  /** The functions of OpenCL C 1.x, 6.15.12.8, on global memory. */
  @ParameterizedTest
  @MethodSource("many")
  void oldFunctionsOnGlobalMemory(TestRange range) {
    int n = global(range);
    int[] cells = {0, 0, 0, 0, Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0, 0, 0, -1, 0};
    runWith(
        "-cl-std=CL2.0",
        """
        kernel void old(volatile global int *c) {
          int g = get_global_id(0);
          atomic_add(&c[0], g);
          atomic_sub(&c[1], g);
          atomic_inc(&c[2]);
          atomic_dec(&c[3]);
          atomic_min(&c[4], 1000 - g);
          atomic_max(&c[5], g - 1000);
          atomic_and(&c[6], ~(1 << g % 31));
          atomic_or(&c[7], 1 << g % 31);
          atomic_xor(&c[8], g);
          atomic_max((volatile global uint *)&c[9], (uint)(g - 3));
          atomic_min((volatile global uint *)&c[10], (uint)(g + 7));
          atomic_add((volatile global uint *)&c[11], 3u);
        }\
        """,
        "old",
        range,
        (Object) cells);
    int sum = n * (n - 1) / 2;
    int bits = n >= 31 ? -1 >>> 1 : (1 << n) - 1;
    int xor = IntStream.range(0, n).reduce(0, (a, b) -> a ^ b);
    int[] expected = {
      sum, -sum, n, -n, 1000 - (n - 1), n - 1 - 1000, ~bits, bits, xor, -1, 7, 3 * n
    };
    assertArrayEquals(expected, cells);
  }

  /** The same on local memory, each group for itself; the old values are all different. */
  @ParameterizedTest
  @MethodSource("many")
  void oldFunctionsOnLocalMemory(TestRange range) {
    int[] out = new int[5 * global(range)];
    runWith(
        "-cl-std=CL3.0",
        """
        kernel void local_old(global int *out) {
          local int sum, low, high, bits, tickets;
          int l = get_local_id(0);
          if (l == 0) {
            sum = 100;
            low = 1 << 30;
            high = 0;
            bits = 0;
            tickets = 0;
          }
          barrier(CLK_LOCAL_MEM_FENCE);
          atomic_add(&sum, l);
          atomic_min(&low, 50 - l);
          atomic_max(&high, l);
          atomic_xor(&bits, 1 << l % 16);
          int ticket = atomic_inc(&tickets);
          barrier(CLK_LOCAL_MEM_FENCE);
          global int *to = out + 5 * (get_global_id(0) - l + ticket);
          to[0] = sum;
          to[1] = low;
          to[2] = high;
          to[3] = bits;
          to[4] = ticket + tickets * 1000;
        }\
        """,
        "local_old",
        range,
        out);
    int[] expected = new int[out.length];
    forGroups(
        range,
        (group, first, size) -> {
          int bits = IntStream.range(0, size).map(l -> 1 << l % 16).reduce(0, (a, b) -> a ^ b);
          for (int l = 0; l < size; l++) {
            int[] values = {
              100 + size * (size - 1) / 2, 51 - size, size - 1, bits, l + 1000 * size
            };
            System.arraycopy(values, 0, expected, 5 * (first + l), 5);
          }
        });
    assertArrayEquals(expected, out);
  }

  /** Exchange and compare-and-exchange hand every value on once. */
  @ParameterizedTest
  @MethodSource("many")
  void exchangesLoseNothing(TestRange range) {
    int n = global(range);
    int[] cells = {-1, 0};
    int[] seen = new int[n + 1];
    run(
        """
        kernel void exchange(volatile global int *cells, volatile global int *seen) {
          int old = atomic_xchg(&cells[0], (int)get_global_id(0));
          atomic_inc(&seen[old + 1]);
          int expected = cells[1];
          for (;;) {
            int was = atomic_cmpxchg(&cells[1], expected, expected + 3);
            if (was == expected)
              break;
            expected = was;
          }
        }\
        """,
        "exchange",
        range,
        cells,
        seen);
    assertEquals(3 * n, cells[1]);
    seen[cells[0] + 1]++;
    int[] expected = new int[n + 1];
    Arrays.fill(expected, 1);
    assertArrayEquals(expected, seen);
  }

  /** The functions of OpenCL C 2.0, 6.15.12.7, with orders and scopes. */
  @ParameterizedTest
  @MethodSource("many")
  void newFunctions(TestRange range) {
    int n = global(range);
    int[] cells = {0, 0, -1, 0, 0, Integer.MAX_VALUE, Integer.MIN_VALUE, 0, 5};
    run(
        """
        kernel void fetch(global atomic_int *c) {
          int g = get_global_id(0);
          atomic_fetch_add(&c[0], g);
          atomic_fetch_sub_explicit(&c[1], g, memory_order_relaxed, memory_scope_device);
          atomic_fetch_and_explicit(&c[2], ~(1 << g % 31), memory_order_acquire, memory_scope_device);
          atomic_fetch_or_explicit(&c[3], 1 << g % 31, memory_order_release, memory_scope_device);
          atomic_fetch_xor_explicit(&c[4], g, memory_order_acq_rel, memory_scope_device);
          atomic_fetch_min_explicit(&c[5], 1000 - g, memory_order_seq_cst, memory_scope_device);
          atomic_fetch_max(&c[6], g - 1000);
          int expected = atomic_load_explicit(&c[7], memory_order_relaxed);
          while (!atomic_compare_exchange_weak_explicit(&c[7], &expected, expected + 2,
              memory_order_acq_rel, memory_order_relaxed, memory_scope_device))
            ;
          int other = -1;
          if (atomic_compare_exchange_strong(&c[8], &other, 100) || other != 5)
            atomic_store(&c[8], 6);
        }\
        """,
        "fetch", range, (Object) cells);
    int sum = n * (n - 1) / 2;
    int bits = n >= 31 ? -1 >>> 1 : (1 << n) - 1;
    int xor = IntStream.range(0, n).reduce(0, (a, b) -> a ^ b);
    int[] expected = {sum, -sum, ~bits, bits, xor, 1001 - n, n - 1001, 2 * n, 5};
    assertArrayEquals(expected, cells);
  }

  /** 64-bit integers. */
  @ParameterizedTest
  @MethodSource("many")
  void atomicLongs(TestRange range) {
    int n = global(range);
    long[] cells = {1L << 40, 0, Long.MAX_VALUE};
    run(
        """
        kernel void longs(global atomic_long *c) {
          long g = get_global_id(0);
          atomic_fetch_add(&c[0], g << 20);
          atomic_fetch_or(&c[1], 1l << g % 63);
          atomic_fetch_min(&c[2], (1l << 50) - g);
        }\
        """,
        "longs", range, (Object) cells);
    long sum = (long) n * (n - 1) / 2;
    long bits = n >= 63 ? -1L >>> 1 : (1L << n) - 1;
    assertArrayEquals(new long[] {(1L << 40) + (sum << 20), bits, (1L << 50) - (n - 1)}, cells);
  }

  /** Floats: exchange, and a sum by compare-and-exchange on their bits. */
  @ParameterizedTest
  @MethodSource("many")
  void floats(TestRange range) {
    float[] cells = {0, 1};
    run(
        """
        kernel void floats(volatile global float *c) {
          union { float f; int i; } old, sum;
          old.f = c[0];
          for (;;) {
            sum.f = old.f + 0.25f;
            int was = atomic_cmpxchg((volatile global int *)&c[0], old.i, sum.i);
            if (was == old.i)
              break;
            old.i = was;
          }
          atomic_xchg(&c[1], 2.5f);
        }\
        """,
        "floats",
        range,
        (Object) cells);
    assertArrayEquals(new float[] {0.25f * global(range), 2.5f}, cells);
  }

  /** A flag is set by exactly one; the winner's data is visible to whoever acquires after it. */
  @Test
  void flagAndMessage() {
    TestRange range = line(16 * 500, 16);
    int[] state = new int[2];
    int[] data = new int[1];
    int[] out = new int[global(range)];
    run(
        """
        kernel void message(global atomic_flag *flag, global atomic_int *ready, global int *data, global int *out) {
          if (!atomic_flag_test_and_set(flag)) {
            *data = 77;
            atomic_fetch_add_explicit(ready, 1, memory_order_release, memory_scope_device);
          }
          int seen = atomic_load_explicit(ready, memory_order_acquire, memory_scope_device);
          out[get_global_id(0)] = seen == 0 ? 77 : seen * *data;
        }\
        """,
        "message",
        range,
        new int[1],
        state,
        data,
        out);
    int[] expected = new int[out.length];
    Arrays.fill(expected, 77);
    assertArrayEquals(expected, out);
    assertEquals(1, state[0]);
  }

  /** The last group to arrive sees what all the others have written. */
  @Test
  void lastGroupAddsUp() {
    TestRange range = line(32 * 300, 32);
    int[] partial = new int[300];
    int[] out = new int[2];
    run(
        """
        kernel void last(global int *partial, global atomic_int *arrived, global int *out) {
          local int sum, is_last;
          int l = get_local_id(0);
          if (l == 0)
            sum = 0;
          barrier(CLK_LOCAL_MEM_FENCE);
          atomic_add(&sum, (int)get_global_id(0));
          barrier(CLK_LOCAL_MEM_FENCE);
          if (l == 0) {
            partial[get_group_id(0)] = sum;
            is_last = atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel, memory_scope_device)
                == get_num_groups(0) - 1;
          }
          barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
          if (is_last) {
            if (l == 0)
              for (int i = 0; i < get_num_groups(0); i++)
                out[0] += partial[i];
            out[1] = 1;
          }
        }\
        """,
        "last",
        range,
        partial,
        new int[1],
        out);
    int n = global(range);
    assertArrayEquals(new int[] {n * (n - 1) / 2, 1}, out);
  }

  /**
   * Each group waits for the one before, again and again, so that what the groups cost is known.
   * OpenCL promises no progress, but programs that scan in one pass count on it.
   */
  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void groupsThatWaitForTheOneBeforeComeToTheirTurn() {
    int groups = 64;
    for (int launch = 0; launch < 20; launch++) {
      int[] turn = {0};
      int[] order = new int[groups];
      runWith(
          "-cl-std=CL2.0",
          """
          kernel void chain(global atomic_int *turn, global int *order) {
            int group = get_group_id(0);
            if (get_local_id(0) == 0) {
              while (atomic_load_explicit(turn, memory_order_acquire, memory_scope_device) != group)
                ;
              order[group] = group == 0 ? 1 : order[group - 1] + 1;
              atomic_store_explicit(turn, group + 1, memory_order_release, memory_scope_device);
            }
          }\
          """,
          "chain",
          line(groups * 8L, 8),
          turn,
          order);
      assertArrayEquals(IntStream.rangeClosed(1, groups).toArray(), order);
    }
  }
}

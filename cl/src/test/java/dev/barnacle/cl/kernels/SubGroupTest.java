package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ContextBuilder;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.LocalMemory;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.TestedFeatures;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sub-groups (OpenCL C, 6.15.19): lanes compute what work-items under watch compute in sub-groups
 * of the same size, and nothing is found there.
 */
class SubGroupTest {
  private static final String OPTIONS = "-cl-std=CL3.0";
  private static final int WORDS = 1200;

  /** Kernels with {@code o}: {@value #WORDS} longs; {@code t}: local ints; {@code i}, {@code l}. */
  private static final String HEAD =
      """
      #pragma OPENCL EXTENSION cl_khr_fp16 : enable
      kernel void k(global long *o, local int *t) {
        const size_t i = get_global_linear_id();
        const int l = get_local_linear_id();
      """;

  private static final List<String> BODIES =
      List.of(
          // The queries.
          """
          o[i] = get_sub_group_size() + 100 * get_max_sub_group_size() + 10000 * get_num_sub_groups()
              + 1000000 * get_enqueued_num_sub_groups() + 100000000l * get_sub_group_id()
              + 10000000000l * get_sub_group_local_id();
          """,
          // Ids of the dimensions beside those of sub-groups; dimensions known at run time only.
          """
          long sum = 0;
          for (int d = 0; d < 4; d++)
            sum = sum * 31 + get_local_id(d) + 7 * get_global_id(d) + 3 * get_local_size(d);
          o[i] = sum * 64 + get_sub_group_local_id();
          """,
          """
          o[i] = get_local_id(0) + 100 * get_local_id(1) + 10000 * get_local_id(2)
              + 1000000l * (get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2))
              + 1000000000000l * sub_group_broadcast(l, 0);
          """,
          // Sums and scans of whole numbers.
          """
          int x = l * 37 % 101 - 50;
          long y = ((long)x << 40) - l;
          o[i] = sub_group_reduce_add(x) + 3 * sub_group_reduce_min(x) + 5 * sub_group_reduce_max(x)
              + 7l * sub_group_reduce_min((uint)x) + 11l * sub_group_reduce_max((uint)x)
              + 13 * sub_group_scan_inclusive_add(x) + 17 * sub_group_scan_exclusive_add(x)
              + 19 * sub_group_scan_inclusive_min(x) + 23l * sub_group_scan_exclusive_min(x)
              + 29 * sub_group_scan_inclusive_max((uint)x) + 31l * sub_group_scan_exclusive_max(x)
              + sub_group_reduce_add(y) + (ulong)sub_group_scan_exclusive_max(y)
              + sub_group_scan_exclusive_min((ulong)y) + sub_group_scan_inclusive_max((ulong)y);
          """,
          // Of floating-point numbers, bit for bit.
          """
          float x = (l * 37 % 101 - 50) * 0.1f;
          o[i] = as_int(sub_group_reduce_add(x)) + 3l * as_int(sub_group_scan_inclusive_add(x))
              + 5l * as_int(sub_group_scan_exclusive_add(x)) + as_int(sub_group_reduce_min(x))
              + as_int(sub_group_scan_exclusive_max(x)) + as_int(sub_group_broadcast(x, get_sub_group_size() / 2));
          """,
          """
          double x = (l * 37 % 101 - 50) * 0.1;
          o[i] = as_ulong(sub_group_reduce_add(x)) + as_ulong(sub_group_scan_inclusive_add(x))
              + as_ulong(sub_group_scan_exclusive_min(x)) + (sub_group_scan_exclusive_add(x) < 0);
          """,
          """
          half x = (l * 37 % 101 - 50) * (half)0.125;
          o[i] = as_short(sub_group_reduce_max(x)) + 3l * as_short(sub_group_scan_inclusive_add(x))
              + 5 * as_short(sub_group_broadcast(x, 0)) + 7l * as_short(sub_group_scan_exclusive_min(x));
          """,
          // What all have alike, and values that nobody uses.
          """
          sub_group_reduce_add(l);
          sub_group_scan_inclusive_add(l);
          o[i] = sub_group_reduce_add(1) * 1000 + sub_group_scan_exclusive_add(2) * 10
              + sub_group_all(1) + sub_group_any(0) + sub_group_reduce_max(l) * 100000;
          """,
          // Votes decide on branches and loops, which sub-groups take differently.
          """
          long sum = 0;
          for (int k = 0; sub_group_any(l > 5 * k); k++) {
            sum += sub_group_reduce_add(l * k);
            if (sub_group_all(l % 64 > 3))
              sum += sub_group_scan_exclusive_add(k);
          }
          o[i] = sum;
          """,
          """
          if (get_sub_group_id() == 1)
            o[i] = sub_group_scan_inclusive_add(l);
          else if (get_sub_group_id() % 2 == 0)
            for (uint k = 0; k <= get_sub_group_id(); k++)
              o[i] += sub_group_broadcast(l, k % get_sub_group_size());
          """,
          // A local array, ordered by sub-group barriers.
          """
          const int base = l - get_sub_group_local_id();
          t[l] = l * 3;
          sub_group_barrier(CLK_LOCAL_MEM_FENCE);
          for (int k = 0; k < 3; k++) {
            int other = t[base + (get_sub_group_local_id() + 1) % get_sub_group_size()];
            sub_group_barrier(CLK_LOCAL_MEM_FENCE);
            t[l] = t[l] * 5 + other;
            sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
          }
          o[i] = t[l];
          """,
          // Work-group barriers beside them: values that are kept across.
          """
          int total = sub_group_reduce_add(l);
          int before = sub_group_scan_exclusive_add(l);
          if (get_sub_group_local_id() == 0)
            t[get_sub_group_id()] = total;
          barrier(CLK_LOCAL_MEM_FENCE);
          int sum = before;
          for (uint k = 0; k < get_sub_group_id(); k++)
            sum += t[k];
          barrier(CLK_LOCAL_MEM_FENCE);
          t[l] = sum + get_local_id(0);
          work_group_barrier(CLK_LOCAL_MEM_FENCE);
          o[i] = t[get_local_size(0) * get_local_size(1) * get_local_size(2) - 1 - l] + 1000l * total
              + work_group_reduce_add(sub_group_reduce_max(l));
          """,
          // A private array, and an atomic of sub-group scope.
          """
          int a[5] = {1, 2, 3, 4, 5};
          a[l % 5] += sub_group_reduce_min(l);
          if (get_sub_group_local_id() == 0) t[l] = 0;
          sub_group_barrier(CLK_LOCAL_MEM_FENCE);
          local atomic_int *n = (local atomic_int *)(t + l - get_sub_group_local_id());
          atomic_fetch_add_explicit(n, a[l % 3], memory_order_relaxed, memory_scope_sub_group);
          sub_group_barrier(CLK_LOCAL_MEM_FENCE);
          o[i] = atomic_load_explicit(n, memory_order_relaxed, memory_scope_sub_group) + a[l % 5];
          """,
          // Shuffles: of known and unknown lanes, and in a branch that some take.
          """
          const uint n = get_sub_group_size(), s = get_sub_group_local_id();
          long sum = sub_group_shuffle(l * 3, (s * 5 + 1) % n);
          sum = sum * 7 + sub_group_shuffle_xor(l, (s ^ 1) < n ? 1 : 0) + sub_group_shuffle(l, 0);
          sum = sum * 7 + as_int(sub_group_shuffle_up(l * 0.5f, s == 0 ? 0 : 1));
          sum = sum * 7 + sub_group_shuffle_down((short)(l - 9), s + 2 < n ? 2 : 0);
          if ((n & (n - 1)) == 0)
            sum += as_int(sub_group_shuffle_xor(l * 1.5f, n / 2)) + sub_group_shuffle(l, s ^ (n > 1));
          if (n % 2 == 0 && l % 4 < 2)
            sum += sub_group_shuffle_xor((uchar)l, 1);
          if (l % 3 == 1)
            sum += sub_group_shuffle(l * 1.25, s) > 5;
          o[i] = sum * 2 + (sub_group_shuffle((half)l, n - 1) > 4);
          """,
          // Small and vector types.
          """
          char c = l * 37; uchar u = l * 37; short h = l * 12345; ushort w = l * 12345;
          int4 v = sub_group_broadcast((int4)(l, l + 1, l * l, -l), get_sub_group_size() / 2);
          double2 d = sub_group_broadcast((double2)(l, -l), 0);
          o[i] = sub_group_reduce_add(c) + 3 * sub_group_reduce_min(u) + 5 * sub_group_reduce_max(h)
              + 7l * sub_group_scan_exclusive_min(c) + 11l * sub_group_scan_exclusive_max(h)
              + 13l * sub_group_scan_exclusive_min(w) + 17l * sub_group_scan_inclusive_add(u)
              + 19l * sub_group_scan_inclusive_add(h) + v.x + 3 * v.y + 5 * v.z + v.w
              + (long)d.x - (long)d.y + sub_group_broadcast(c, 0);
          """,
          // In a function of the program.
          """
          o[i] = place(l) + 1000 * place(-l);
          """);

  private static final String FUNCTION =
      """
      long place(int x) {
        long sum = get_sub_group_id() * 64 + get_sub_group_local_id();
        for (int k = 0; k < 3; k++)
          sum += sub_group_scan_inclusive_add(x + k);
        return sum;
      }
      """;

  private static final List<NDRange> RANGES =
      List.of(
          NDRange.of(1).local(1),
          NDRange.of(7).local(3),
          NDRange.of(3 * 64 + 17).local(64),
          NDRange.of(200).local(100),
          NDRange.of(6, 10).local(3, 5),
          NDRange.of(37, 5).local(16, 4),
          NDRange.of(7, 5, 5).local(4, 3, 3),
          NDRange.of(5, 6, 40).local(1, 1, 40));

  /** Engine options, and the size that they ask for; some of them unless all tests are run. */
  static Stream<Arguments> engines() {
    Stream<Arguments> few =
        Stream.of(
            Arguments.of("optimize=quick,lanes=auto", 0),
            Arguments.of("optimize=quick,lanes=4,features=" + TestedFeatures.FEWEST, 4),
            Arguments.of("optimize=quick,lanes=16", 16));
    Stream<Arguments> more =
        Stream.of(
            Arguments.of("lanes=auto", 0),
            Arguments.of("lanes=1", 1),
            Arguments.of("lanes=8", 8),
            Arguments.of("lanes=16,features=" + TestedFeatures.FEWEST, 16),
            Arguments.of("lanes=32", 32),
            Arguments.of("lanes=64", 64));
    return Boolean.getBoolean("barnacle.test.everything") ? Stream.concat(few, more) : few;
  }

  @ParameterizedTest
  @MethodSource("engines")
  void lanesComputeWhatWatchedSubGroupsDo(String options, int size) {
    compare(options, size, FUNCTION, BODIES, RANGES);
  }

  /**
   * Runs kernels on both engines.
   *
   * @param size of the sub-groups, or 0
   */
  static void compare(
      String options, int size, String functions, List<String> bodies, List<NDRange> ranges) {
    try (Context lanes = Context.builder().engineOptions(options).create()) {
      for (String body : bodies) {
        String source = functions + HEAD + body + "}";
        Kernel kernel = lanes.build(source, OPTIONS).kernel("k");
        long full = kernel.maxSubGroupSize(List.of(4096L));
        assertTrue(size == 0 ? full > 1 : full == size, () -> full + "\n" + source);
        WatchOptions watch = WatchOptions.defaults().withSubGroupSize((int) full);
        try (Context watched = Context.builder().watched().watch(watch).create();
            Program program = watched.build(source, OPTIONS)) {
          for (NDRange range : ranges) {
            long[] expected = new long[WORDS];
            Report report = check(watched, program, range, expected);
            assertTrue(report.isClean(), () -> range + "\n" + source + report);
            long[] actual = new long[WORDS];
            run(lanes, kernel, range, actual);
            assertArrayEquals(expected, actual, () -> range + "\n" + source);
          }
        }
      }
    }
  }

  private static Report check(Context context, Program program, NDRange range, long[] out) {
    try (Buffer buffer = context.buffer(out)) {
      Report report = program.kernel("k").with(buffer, LocalMemory.bytes(1024)).check(range);
      buffer.read(out);
      return report;
    }
  }

  private static void run(Context context, Kernel kernel, NDRange range, long[] out) {
    try (Buffer buffer = context.buffer(out)) {
      kernel.with(buffer, LocalMemory.bytes(1024)).run(range);
      buffer.read(out);
    }
  }

  /** The sizes that {@code clGetKernelSubGroupInfo} tells are those that kernels see. */
  @ParameterizedTest
  @ValueSource(strings = {"", "lanes=1", "lanes=8"})
  void sizesAreThoseThatAreTold(String options) {
    try (Context context = Context.builder().engineOptions(options).create()) {
      Kernel kernel =
          context
              .build(
                  HEAD + "o[i] = get_max_sub_group_size() * 10000 + get_num_sub_groups(); }",
                  OPTIONS)
              .kernel("k");
      for (List<Long> local : List.of(List.of(3L), List.of(64L), List.of(5L, 5L), List.of(41L))) {
        long[] out = new long[WORDS];
        run(context, kernel, NDRange.of(longs(local)).local(longs(local)), out);
        assertEquals(
            kernel.maxSubGroupSize(local) * 10000 + kernel.subGroups(local),
            out[0],
            local::toString);
      }
      long full = kernel.maxSubGroupSize(List.of(4096L));
      assertEquals(4096 / full, kernel.maxSubGroups());
      assertEquals(3 * full, kernel.localSizeForSubGroups(3));
      assertEquals(0, kernel.localSizeForSubGroups(4096 / full + 1));
      assertEquals(0, kernel.localSizeForSubGroups(0));
    }
  }

  private static long[] longs(List<Long> list) {
    return list.stream().mapToLong(n -> n).toArray();
  }

  private static String required(int size) {
    return HEAD.replace(
        "kernel void", "__attribute__((intel_reqd_sub_group_size(" + size + "))) kernel void");
  }

  @Test
  void aRequiredSizeIsKeptByBothEngines() {
    String source =
        required(4) + "o[i] = get_max_sub_group_size() * 100 + sub_group_reduce_add(1); }";
    List<Context> contexts = new ArrayList<>();
    contexts.add(Context.create());
    contexts.add(Context.builder().watched().create());
    for (Context context : contexts) {
      Kernel kernel = context.build(source, OPTIONS).kernel("k");
      assertEquals(4, kernel.maxSubGroupSize(List.of(64L)));
      long[] out = new long[WORDS];
      run(context, kernel, NDRange.of(10).local(10), out);
      assertEquals(404, out[3]);
      assertEquals(402, out[9]);
      context.close();
    }
  }

  /** Where the kernel can't tell, a column of work-items runs one by one. */
  @Test
  void aRequiredSizeDoesNotForbidNarrowGroups() {
    try (Context context = Context.create()) {
      Kernel unaware = context.build(required(4) + "o[i] = l; }", OPTIONS).kernel("k");
      Kernel aware =
          context.build(required(4) + "o[i] = sub_group_reduce_add(l); }", OPTIONS).kernel("k");
      long[] out = new long[WORDS];
      run(context, unaware, NDRange.of(1, 8).local(1, 8), out);
      assertEquals(7, out[7]);
      run(context, aware, NDRange.of(1, 8).local(1, 8), out);
      assertEquals(4 + 5 + 6 + 7, out[7]);
    }
  }

  @Test
  void aRequiredSizeThatThereIsNotIsRefused() {
    String source = required(5) + "o[i] = 1; }";
    for (boolean watched : List.of(false, true)) {
      ContextBuilder builder = Context.builder();
      try (Context context = (watched ? builder.watched() : builder).create()) {
        ClException error =
            assertThrows(ClException.class, () -> context.build(source, OPTIONS).kernel("k"));
        assertEquals(ErrorCode.CL_BUILD_PROGRAM_FAILURE, error.code());
        assertTrue(
            String.valueOf(error.getMessage()).contains("sub-groups of 5"), error.getMessage());
      }
    }
  }

  /** The work-items of a sub-group wait for each other at a lock, and meet behind it. */
  @Test
  void workItemsThatWaitForEachOtherAreOneSubGroup() {
    String source =
        HEAD
            + """
              global atomic_int *lock = (global atomic_int *)o;
              int sum = 0;
              for (int r = 0; r < 3; r++) {
                while (atomic_exchange(lock, 1) != 0);
                o[1] += 1;
                atomic_store(lock, 0);
                sum += sub_group_reduce_add(1) + sub_group_shuffle(r, 1);
              }
              while (atomic_exchange(lock, 1) != 0);
              o[2] += sum;
              atomic_store(lock, 0);
            }
            """;
    try (Context context = Context.builder().engineOptions("lanes=8").create()) {
      Kernel kernel = context.build(source, OPTIONS).kernel("k");
      assertEquals(8, kernel.maxSubGroupSize(List.of(32L)));
      assertEquals(4, kernel.subGroups(List.of(32L)));
      long[] out = new long[WORDS];
      run(context, kernel, NDRange.of(64).local(32), out);
      assertEquals(64 * 3, out[1]);
      assertEquals(64 * (3 * 8 + 3), out[2]);
    }
  }

  /** What is undefined must not harm the process. */
  @Test
  void divergentUseEndsSomehow() {
    String source =
        HEAD
            + """
              if (l % 3 == 0)
                o[i] = sub_group_reduce_add(l) + sub_group_broadcast(l, 1000 + l);
              if (l == 7) return;
              o[i] += sub_group_scan_inclusive_max(l);
              sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
            }
            """;
    try (Context context = Context.create()) {
      Kernel kernel = context.build(source, OPTIONS).kernel("k");
      run(context, kernel, NDRange.of(100).local(50), new long[WORDS]);
    }
  }

  @Test
  void anImpossibleSubGroupSizeIsABuildError() {
    String source =
        "__attribute__((intel_reqd_sub_group_size(7))) kernel void k(global float *x) {}";
    try (Context context = Context.create()) {
      ClException error = assertThrows(ClException.class, () -> context.build(source));
      assertTrue(
          String.valueOf(error.getMessage())
              .contains("of 7 work-items; there are those of 1, 4, 8"),
          error.getMessage());
    }
  }
}

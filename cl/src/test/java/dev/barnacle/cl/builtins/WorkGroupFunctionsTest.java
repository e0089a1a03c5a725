package dev.barnacle.cl.builtins;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.NDRange;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Work-item and work-group functions, asynchronous copies, address space tests. */
class WorkGroupFunctionsTest {
  private static final int ITEMS = 96;
  private static final int GROUP = 32;

  @Test
  void workItemFunctions() {
    String text =
        """
        kernel void k(global ulong *out) {
          size_t at = get_global_linear_id() * 32;
          for (uint d = 0; d < 4; d++) {
            global ulong *o = out + at + d * 8;
            o[0] = get_global_size(d);
            o[1] = get_global_id(d);
            o[2] = get_local_size(d);
            o[3] = get_enqueued_local_size(d);
            o[4] = get_local_id(d);
            o[5] = get_num_groups(d);
            o[6] = get_group_id(d);
            o[7] = get_global_offset(d);
          }
        }
        kernel void dimensions(global uint *out) {
          out[get_global_linear_id()] = get_work_dim() * 1000 + get_local_linear_id();
        }
        """;
    long[] size = {10, 6, 3};
    long[] local = {4, 3, 1};
    long[] offset = {5, 0, 7};
    NDRange range = NDRange.of(size).local(local).offset(offset);
    try (Kernels kernels = Kernels.build(text);
        Arena arena = Arena.ofShared()) {
      MemorySegment out = arena.allocate(180 * 32 * 8, 64);
      MemorySegment linear = arena.allocate(180 * 4, 64);
      kernels.run("k", range, List.of(out));
      kernels.run("dimensions", range, List.of(linear));
      for (int i = 0; i < 180; i++) {
        long[] id = {i % 10, i / 10 % 6, i / 60};
        long[] sizes = new long[3];
        for (int d = 0; d < 3; d++) {
          long group = id[d] / local[d];
          long groups = Math.ceilDiv(size[d], local[d]);
          sizes[d] = Math.min(local[d], size[d] - group * local[d]);
          long[] expected = {
            size[d],
            id[d] + offset[d],
            sizes[d],
            local[d],
            id[d] % local[d],
            groups,
            group,
            offset[d]
          };
          for (int q = 0; q < 8; q++) {
            assertEquals(expected[q], Scalar.ULONG.get(out, i * 32L + d * 8L + q), "query " + q);
          }
        }
        // A dimension that there is not: one work-item in one group.
        long[] none = {1, 0, 1, 1, 0, 1, 0, 0};
        for (int q = 0; q < 8; q++) {
          assertEquals(none[q], Scalar.ULONG.get(out, i * 32L + 24 + q), "query " + q + " of 3");
        }
        long inGroup = id[0] % 4 + sizes[0] * (id[1] % 3 + sizes[1] * (id[2] % 1));
        assertEquals(3000 + inGroup, Scalar.UINT.get(linear, i));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INT", "UINT", "LONG", "ULONG", "HALF", "FLOAT", "DOUBLE"})
  void collectives(Scalar type) {
    String[] names = {"reduce", "scan_exclusive", "scan_inclusive"};
    String[] operations = {"add", "min", "max"};
    StringBuilder body = new StringBuilder();
    for (int n = 0; n < 3; n++) {
      for (int o = 0; o < 3; o++) {
        body.append(
            "  out[i * 12 + %d] = work_group_%s_%s(x);%n"
                .formatted(n * 3 + o, names[n], operations[o]));
      }
    }
    String text =
        """
        kernel void k(global const T *in, global T *out) {
          size_t i = get_global_id(0);
          T x = in[i];
        BODY
          out[i * 12 + 9] = work_group_broadcast(x, 3);
          out[i * 12 + 10] = (T)work_group_all(x >= (T)2);
          out[i * 12 + 11] = (T)work_group_any(x >= (T)30);
        }
        """
            .replace("BODY", body)
            .replaceAll("\\bT\\b", type.cl);
    try (Kernels kernels = Kernels.build(text);
        Arena arena = Arena.ofShared()) {
      MemorySegment in = arena.allocate((long) ITEMS * type.bytes, 64);
      MemorySegment out = arena.allocate(12L * ITEMS * type.bytes, 64);
      double[] values = new double[ITEMS];
      for (int i = 0; i < ITEMS; i++) {
        values[i] = i / GROUP == 0 ? 2 + i * 7 % 27 : 1 + i * 7 % 31;
        type.set(in, i, fromNumber(type, values[i]));
      }
      kernels.run("k", NDRange.of(ITEMS).local(GROUP), List.of(in, out));
      for (int i = 0; i < ITEMS; i++) {
        int first = i / GROUP * GROUP;
        double[] expected = expected(type, values, first, i);
        for (int q = 0; q < 12; q++) {
          double actual = toNumber(type, type.get(out, i * 12L + q));
          assertEquals(expected[q], actual, "result " + q + " of work-item " + i);
        }
      }
    }
  }

  private static double[] expected(Scalar type, double[] values, int first, int i) {
    int end = first + GROUP;
    double least = type.isReal() ? Double.NEGATIVE_INFINITY : type.least().doubleValue();
    double most = type.isReal() ? Double.POSITIVE_INFINITY : type.most().doubleValue();
    boolean all = true;
    boolean any = false;
    for (int k = first; k < end; k++) {
      all &= values[k] >= 2;
      any |= values[k] >= 30;
    }
    return new double[] {
      fold(values, first, end, 0, Double::sum),
      fold(values, first, end, most, Math::min),
      fold(values, first, end, least, Math::max),
      fold(values, first, i, 0, Double::sum),
      fold(values, first, i, most, Math::min),
      fold(values, first, i, least, Math::max),
      fold(values, first, i + 1, 0, Double::sum),
      fold(values, first, i + 1, most, Math::min),
      fold(values, first, i + 1, least, Math::max),
      values[first + 3],
      all ? 1 : 0,
      any ? 1 : 0
    };
  }

  private static double fold(double[] v, int from, int to, double start, DoubleBinaryOperator f) {
    double result = start;
    for (int i = from; i < to; i++) {
      result = f.applyAsDouble(result, v[i]);
    }
    return result;
  }

  private static long fromNumber(Scalar type, double number) {
    return type.isReal() ? type.real().bits(number) : (long) number;
  }

  private static double toNumber(Scalar type, long value) {
    return type.isReal() ? type.number(value) : type.big(value).doubleValue();
  }

  @Test
  void asynchronousCopies() {
    String text =
        """
        kernel void k(global const int4 *in, global int4 *out, global int4 *spread) {
          local int4 scratch[GROUP];
          size_t first = get_group_id(0) * GROUP, l = get_local_id(0);
          prefetch(in + first, GROUP);
          event_t e = async_work_group_copy(scratch, in + first, GROUP, 0);
          wait_group_events(1, &e);
          scratch[l] += (int4)1;
          barrier(CLK_LOCAL_MEM_FENCE);
          event_t two[2];
          two[0] = async_work_group_copy(out + first, scratch, GROUP, 0);
          two[1] = async_work_group_strided_copy(spread + first * 2, scratch, GROUP, 2, 0);
          wait_group_events(2, two);
          e = async_work_group_strided_copy(scratch, in + first, GROUP / 2, 2, 0);
          wait_group_events(1, &e);
          if (l < GROUP / 2) spread[(first + l) * 2 + 1] = scratch[l];
        }
        """
            .replace("GROUP", "" + GROUP);
    for (String version : List.of("-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0")) {
      try (Kernels kernels = Kernels.build(text, version);
          Arena arena = Arena.ofShared()) {
        MemorySegment in = arena.allocate(ITEMS * 16, 64);
        MemorySegment out = arena.allocate(ITEMS * 16, 64);
        MemorySegment spread = arena.allocate(ITEMS * 32, 64);
        for (int i = 0; i < ITEMS * 4; i++) {
          Scalar.INT.set(in, i, i * 5L);
        }
        kernels.run("k", NDRange.of(ITEMS).local(GROUP), List.of(in, out, spread));
        for (int i = 0; i < ITEMS; i++) {
          int group = i / GROUP * GROUP;
          int l = i - group;
          for (int c = 0; c < 4; c++) {
            assertEquals(i * 20 + c * 5 + 1, Scalar.INT.get(out, i * 4L + c));
            assertEquals(i * 20 + c * 5 + 1, Scalar.INT.get(spread, i * 8L + c));
            long strided = l < GROUP / 2 ? (group + 2L * l) * 20 + c * 5L : 0;
            assertEquals(strided, Scalar.INT.get(spread, i * 8L + 4 + c));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-cl-std=CL2.0", "-cl-std=CL3.0"})
  void genericPointers(String version) {
    String text =
        """
        int where(const void *p) {
          return (to_global((void *)p) != 0) + 2 * (to_local((void *)p) != 0) + 4 * (to_private((void *)p) != 0);
        }
        kernel void k(global int *out) {
          local int l;
          int p = 5;
          l = 6;
          out[0] = where(out);
          out[1] = where(&l);
          out[2] = where(&p);
          out[3] = get_fence(out) == CLK_GLOBAL_MEM_FENCE;
          out[4] = get_fence((int *)&l) == CLK_LOCAL_MEM_FENCE;
          out[5] = *to_local((int *)&l) + *to_private((int *)&p) + (to_global((int *)out) == out);
        }
        """;
    try (Kernels kernels = Kernels.build(text, version);
        Arena arena = Arena.ofShared()) {
      MemorySegment out = arena.allocate(64, 64);
      kernels.run("k", 1, out);
      int[] expected = {1, 2, 4, 1, 1, 12};
      for (int i = 0; i < expected.length; i++) {
        assertEquals(expected[i], Scalar.INT.get(out, i), "result " + i);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"})
  void barriersAndFences(String version) {
    String text =
        """
        kernel void k(global int *data) {
          local int l[GROUP];
          size_t i = get_global_id(0), me = get_local_id(0);
          l[me] = data[i];
          mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
          read_mem_fence(CLK_LOCAL_MEM_FENCE);
          write_mem_fence(CLK_GLOBAL_MEM_FENCE);
          barrier(CLK_LOCAL_MEM_FENCE);
          int other = l[GROUP - 1 - me];
        #if __OPENCL_C_VERSION__ >= 200
          work_group_barrier(CLK_LOCAL_MEM_FENCE);
          l[me] = other;
          work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
          atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
          other = l[(me + 1) % GROUP];
        #else
          barrier(CLK_LOCAL_MEM_FENCE);
          l[me] = other;
          barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
          other = l[(me + 1) % GROUP];
        #endif
          data[i] = other;
        }
        """
            .replace("GROUP", "" + GROUP);
    try (Kernels kernels = Kernels.build(text, version);
        Arena arena = Arena.ofShared()) {
      MemorySegment data = arena.allocate(ITEMS * 4, 64);
      for (int i = 0; i < ITEMS; i++) {
        Scalar.INT.set(data, i, i);
      }
      kernels.run("k", NDRange.of(ITEMS).local(GROUP), List.of(data));
      for (int i = 0; i < ITEMS; i++) {
        int group = i / GROUP * GROUP;
        int from = GROUP - 1 - (i - group + 1) % GROUP;
        assertEquals(group + from, Scalar.INT.get(data, i));
      }
    }
  }
}

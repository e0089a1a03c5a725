package dev.barnacle.cl.builtins;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.LocalMemory;
import dev.barnacle.cl.NDRange;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Atomic functions (OpenCL C 6.15.12) and those of OpenCL 1.x: many work-items at the same cells
 * leave what every order of theirs leaves, and the values that they see are each seen once.
 */
class AtomicFunctionsTest {
  private static final int ITEMS = 256;
  private static final int GROUP = 64;
  private static final int CELLS = 16;

  /** What the cells hold before; the last ones are 0. */
  private static final long[] FIRST = {10, 20000, 0, 0x55, -1, 50, 50, 0, 0};

  /** The operations of each work-item i on the cells c, in any of the dialects. */
  private static final String OPERATIONS =
      """
          olds[i] = ADD(c, (T)3);
          SUB(c + 1, (T)2);
          OR(c + 2, (T)1 << (i & 30));
          XOR(c + 3, (T)(i + 1));
          AND(c + 4, ~((T)1 << (i & 30)));
          MIN(c + 5, (T)i - (T)100);
          MAX(c + 6, (T)i - (T)100);
      """;

  private static final String MODERN =
      """
      #define ADD(p, v) atomic_fetch_add(p, v)
      #define SUB(p, v) atomic_fetch_sub_explicit(p, v, memory_order_relaxed)
      #define OR(p, v) atomic_fetch_or_explicit(p, v, memory_order_acq_rel, memory_scope_device)
      #define XOR(p, v) atomic_fetch_xor_explicit(p, v, memory_order_release)
      #define AND(p, v) atomic_fetch_and(p, v)
      #define MIN(p, v) atomic_fetch_min_explicit(p, v, memory_order_seq_cst, memory_scope_device)
      #define MAX(p, v) atomic_fetch_max(p, v)
      #define WEAK(p, e, d) atomic_compare_exchange_weak_explicit(p, e, d, memory_order_acq_rel, memory_order_relaxed, memory_scope_device)
      #define STRONG(p, e, d) atomic_compare_exchange_strong(p, e, d)
      kernel void in_global(global atomic_T *c, global T *olds) {
        size_t i = get_global_id(0);
      OPERATIONS
        T seen = atomic_load(c + 7);
        while (!WEAK(c + 7, &seen, seen + (T)5)) {}
        seen = atomic_load_explicit(c + 8, memory_order_relaxed);
        while (!STRONG(c + 8, &seen, seen + (T)7)) {}
      }
      kernel void in_local(global const T *first, global T *last, global T *olds) {
        local atomic_T c[CELLS];
        size_t i = get_global_id(0), l = get_local_id(0);
        if (l < CELLS) atomic_init(c + l, first[l]);
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
      OPERATIONS
        T seen = atomic_load_explicit(c + 7, memory_order_acquire, memory_scope_work_group);
        while (!WEAK(c + 7, &seen, seen + (T)5)) {}
        seen = atomic_load(c + 8);
        while (!STRONG(c + 8, &seen, seen + (T)7)) {}
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
        if (l < CELLS) last[get_group_id(0) * CELLS + l] = atomic_load(c + l);
      }
      """;

  private static final String LEGACY =
      """
      #define ADD(p, v) PREFIX_add(p, v)
      #define SUB(p, v) PREFIX_sub(p, v)
      #define OR(p, v) PREFIX_or(p, v)
      #define XOR(p, v) PREFIX_xor(p, v)
      #define AND(p, v) PREFIX_and(p, v)
      #define MIN(p, v) PREFIX_min(p, v)
      #define MAX(p, v) PREFIX_max(p, v)
      kernel void in_global(volatile global T *c, global T *olds) {
        size_t i = get_global_id(0);
      OPERATIONS
        for (int k = 0; k < 6; k++) PREFIX_inc(c + 7);
        PREFIX_dec(c + 7);
        T seen = 0, before;
        while ((before = PREFIX_cmpxchg(c + 8, seen, seen + (T)7)) != seen) seen = before;
      }
      kernel void in_local(global const T *first, global T *last, global T *olds) {
        local volatile T c[CELLS];
        size_t i = get_global_id(0), l = get_local_id(0);
        if (l < CELLS) PREFIX_xchg(c + l, first[l]);
        barrier(CLK_LOCAL_MEM_FENCE);
      OPERATIONS
        for (int k = 0; k < 6; k++) PREFIX_inc(c + 7);
        PREFIX_dec(c + 7);
        T seen = 0, before;
        while ((before = PREFIX_cmpxchg(c + 8, seen, seen + (T)7)) != seen) seen = before;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < CELLS) last[get_group_id(0) * CELLS + l] = c[l];
      }
      """;

  private static String source(String dialect, Scalar type, String prefix) {
    return dialect
        .replace("OPERATIONS\n", OPERATIONS)
        .replace("PREFIX", prefix)
        .replace("CELLS", "" + CELLS)
        .replaceAll("\\batomic_T\\b", "atomic_" + type)
        .replaceAll("\\bT\\b", type.cl);
  }

  /** What is left by the operations of work-items from to to. */
  private static long[] expected(Scalar type, int from, int to) {
    long[] cells = new long[CELLS];
    for (int i = 0; i < FIRST.length; i++) {
      cells[i] = type.wrap(FIRST[i]);
    }
    for (int i = from; i < to; i++) {
      long shifted = type.wrap(i - 100L);
      cells[0] += 3;
      cells[1] -= 2;
      cells[2] |= 1L << (i & 30);
      cells[3] ^= i + 1;
      cells[4] &= ~(1L << (i & 30));
      cells[5] = type.big(shifted).min(type.big(cells[5])).longValue();
      cells[6] = type.big(shifted).max(type.big(cells[6])).longValue();
      cells[7] += 5;
      cells[8] += 7;
    }
    return LongStream.of(cells).map(type::wrap).toArray();
  }

  private static long[] values(Scalar type, MemorySegment memory, int from, int to) {
    return IntStream.range(from, to).mapToLong(i -> type.get(memory, i)).toArray();
  }

  private static void check(Kernels kernels, Scalar type) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment cells = arena.allocate((long) CELLS * type.bytes, 64);
      MemorySegment olds = arena.allocate((long) ITEMS * type.bytes, 64);
      MemorySegment last = arena.allocate((long) CELLS * ITEMS / GROUP * type.bytes, 64);
      for (int i = 0; i < FIRST.length; i++) {
        type.set(cells, i, FIRST[i]);
      }
      NDRange range = NDRange.of(ITEMS).local(GROUP);
      kernels.run("in_local", range, List.of(cells, last, olds));
      for (int g = 0; g < ITEMS / GROUP; g++) {
        assertArrayEquals(
            expected(type, g * GROUP, (g + 1) * GROUP),
            values(type, last, g * CELLS, (g + 1) * CELLS),
            "local memory of group " + g);
        seenOnce(values(type, olds, g * GROUP, (g + 1) * GROUP));
      }
      kernels.run("in_global", range, List.of(cells, olds));
      assertArrayEquals(expected(type, 0, ITEMS), values(type, cells, 0, CELLS));
      seenOnce(values(type, olds, 0, ITEMS));
    }
  }

  /** The old values of additions of 3 to a cell that began with 10. */
  private static void seenOnce(long[] olds) {
    long[] steps = LongStream.iterate(10, x -> x + 3).limit(olds.length).toArray();
    assertArrayEquals(steps, LongStream.of(olds).sorted().toArray());
  }

  @ParameterizedTest
  @EnumSource(names = {"INT", "UINT", "LONG", "ULONG"})
  void readModifyWrites(Scalar type) {
    for (String version : List.of("-cl-std=CL2.0", "-cl-std=CL3.0")) {
      try (Kernels kernels = Kernels.build(source(MODERN, type, ""), version)) {
        check(kernels, type);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INT", "UINT", "LONG", "ULONG"})
  void readModifyWritesOfOpenCl1(Scalar type) {
    String prefix = type.bytes == 8 ? "atom" : "atomic";
    try (Kernels kernels = Kernels.build(source(LEGACY, type, prefix), "-cl-std=CL1.2")) {
      check(kernels, type);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"INT", "UINT", "LONG", "ULONG", "FLOAT", "DOUBLE"})
  void loadsStoresAndExchanges(Scalar type) {
    String text =
        """
        kernel void k(global atomic_T *c, global T *out, global int *told) {
          atomic_init(c, (T)5);
          out[0] = atomic_load(c);
          atomic_store(c, (T)6);
          out[1] = atomic_exchange(c, (T)7);
          atomic_store_explicit(c, (T)8, memory_order_release, memory_scope_device);
          out[2] = atomic_exchange_explicit(c, (T)9, memory_order_relaxed);
          T seen = (T)1;
          told[0] = atomic_compare_exchange_strong(c, &seen, (T)2);
          out[3] = seen;
          told[1] = atomic_compare_exchange_strong_explicit(c, &seen, (T)3, memory_order_seq_cst, memory_order_relaxed);
          out[4] = seen;
          out[5] = atomic_load_explicit(c, memory_order_acquire);
        }
        """
            .replaceAll("\\batomic_T\\b", "atomic_" + type)
            .replaceAll("\\bT\\b", type.cl);
    try (Kernels kernels = Kernels.build(text);
        Arena arena = Arena.ofShared()) {
      MemorySegment cell = arena.allocate(8, 8);
      MemorySegment out = arena.allocate(64, 8);
      MemorySegment told = arena.allocate(8, 8);
      kernels.run("k", 1, cell, out, told);
      long[] numbers = {5, 6, 8, 9, 9, 3};
      for (int i = 0; i < numbers.length; i++) {
        long value = type.get(out, i);
        assertEquals(numbers[i], type.isReal() ? (long) type.number(value) : value, "result " + i);
      }
      assertEquals(0, Scalar.INT.get(told, 0), "an exchange with another value expected");
      assertEquals(1, Scalar.INT.get(told, 1), "an exchange with the value expected");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-cl-std=CL2.0", "-cl-std=CL3.0"})
  void flags(String version) {
    String text =
        """
        kernel void k(global atomic_flag *f, global int *out, local atomic_flag *l) {
          atomic_flag_clear(f);
          atomic_flag_clear_explicit(l, memory_order_relaxed, memory_scope_work_group);
          out[0] = atomic_flag_test_and_set(f);
          out[1] = atomic_flag_test_and_set_explicit(f, memory_order_acquire);
          out[2] = atomic_flag_test_and_set(l);
          out[3] = atomic_flag_test_and_set(l);
          atomic_flag_clear_explicit(f, memory_order_release);
          out[4] = atomic_flag_test_and_set(f);
        }
        """;
    try (Kernels kernels = Kernels.build(text, version);
        Arena arena = Arena.ofShared()) {
      MemorySegment flag = arena.allocate(4, 4);
      MemorySegment out = arena.allocate(32, 4);
      kernels.run("k", NDRange.of(1), List.of(flag, out, LocalMemory.bytes(4)));
      assertArrayEquals(new long[] {0, 1, 0, 1, 0}, values(Scalar.INT, out, 0, 5));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-cl-std=CL1.2", "-cl-std=CL3.0"})
  void exchangesOfFloats(String version) {
    String text =
        """
        kernel void k(volatile global float *p, global float *out) {
          local volatile float l;
          l = 2.5f;
          out[0] = atomic_xchg(p, 1.5f);
          out[1] = atomic_xchg(&l, 3.5f);
          out[2] = l;
        }
        """;
    try (Kernels kernels = Kernels.build(text, version);
        Arena arena = Arena.ofShared()) {
      MemorySegment p = arena.allocate(4, 4);
      MemorySegment out = arena.allocate(16, 4);
      Real.FLOAT.set(p, 0, -4.5);
      kernels.run("k", 1, p, out);
      assertAll(
          () -> assertEquals(-4.5, Real.FLOAT.get(out, 0)),
          () -> assertEquals(1.5, Real.FLOAT.get(p, 0)),
          () -> assertEquals(2.5, Real.FLOAT.get(out, 1)),
          () -> assertEquals(3.5, Real.FLOAT.get(out, 2)));
    }
  }
}

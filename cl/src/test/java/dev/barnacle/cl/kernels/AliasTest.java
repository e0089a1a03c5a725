package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.NDRange;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kernels whose arguments share memory or don't: the same kernel is right with both, one after the
 * other.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AliasTest {
  private final Context context = Context.create();

  @AfterAll
  void closeContext() {
    context.close();
  }

  private Kernel kernel(String source) {
    return context.build(source, "-cl-std=CL3.0").kernel("k");
  }

  private Buffer buffer(int... values) {
    return context.buffer(MemorySegment.ofArray(values));
  }

  private static int[] read(Buffer buffer) {
    int[] values = new int[(int) (buffer.byteSize() / 4)];
    buffer.read(values);
    return values;
  }

  /** Each work-item reads what it has just written, through the other argument. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64})
  void theSameBufferTwice(int local) {
    Kernel kernel =
        kernel(
            """
            kernel void k(global int *a, global const int *b, int n) {
              int g = get_global_id(0);
              for (int i = 0; i < n; i++)
                a[g] += b[g];
            }\
            """);
    NDRange range = NDRange.of(64).local(local);
    int[] start = IntStream.range(1, 65).toArray();
    try (Buffer a = buffer(start);
        Buffer b = buffer(start)) {
      kernel.with(a, b, 3).run(range);
      assertArrayEquals(Arrays.stream(start).map(v -> 4 * v).toArray(), read(a));
      kernel.with(b, b, 3).run(range);
      assertArrayEquals(Arrays.stream(start).map(v -> 8 * v).toArray(), read(b));
      kernel.with(a, b, 1).run(range);
      assertArrayEquals(Arrays.stream(start).map(v -> 12 * v).toArray(), read(a));
    }
  }

  /** Parts of a buffer that overlap by some elements. */
  @Test
  void overlappingParts() {
    Kernel kernel =
        kernel(
            """
            kernel void k(global int *a, global const int *b, global int *out) {
              int g = get_global_id(0);
              int before = b[g];
              a[g] = 1000 + g;
              barrier(CLK_GLOBAL_MEM_FENCE);
              out[g] = b[g] * 10000 + before;
            }\
            """);
    try (Buffer whole = buffer(IntStream.range(0, 128).toArray());
        Buffer out = buffer(new int[64])) {
      kernel.with(whole.slice(0, 256), whole.slice(128, 256), out).run(NDRange.of(64).local(64));
      int[] expected =
          IntStream.range(0, 64).map(g -> (g < 32 ? 1032 + g : 32 + g) * 10000 + 32 + g).toArray();
      assertArrayEquals(expected, read(out));
      kernel.with(whole.slice(0, 256), whole.slice(256, 256), out).run(NDRange.of(64).local(64));
      assertArrayEquals(IntStream.range(64, 128).map(v -> v * 10001).toArray(), read(out));
    }
  }

  private static final String HISTOGRAMS =
      """
      kernel void k(global const uint *data, uint n, global uint *counts, global long *sums, global int *least,
          global ulong *most, global uint *any, global uint *odd, global int *all) {
        for (uint i = get_global_linear_id(); i < n; i += get_global_size(0) * get_global_size(1)) {
          uint d = data[i], bin = d % 61;
          atomic_inc(&counts[bin]);
          if (d % 3 != 0)
            atomic_fetch_sub_explicit((volatile global atomic_long *)&sums[bin], (long)d,
                memory_order_relaxed, memory_scope_device);
          atomic_min(&least[bin], (int)d);
          atomic_fetch_max_explicit((volatile global atomic_ulong *)&most[bin], (ulong)d << 20,
              memory_order_relaxed, memory_scope_device);
          atomic_or(&any[bin], 1u << d / 61 % 32);
          atomic_xor(&odd[bin], d);
          atomic_and(all, ~(1 << bin % 31));
        }
      }\
      """;

  /** All operations on buffers of their own: by few work-items and by many, whole groups or not. */
  @ParameterizedTest
  @ValueSource(strings = {"1 1", "16 3", "4096 64", "1000 128", "300 1"})
  void buffersThatAreOnlyAddedTo(String shape) {
    int[] sizes = Arrays.stream(shape.split(" ")).mapToInt(Integer::parseInt).toArray();
    NDRange range = NDRange.of(sizes[0], 2).local(sizes[1], 1);
    int n = 20_011;
    int[] data = IntStream.range(0, n).map(i -> i * 0x9E3779B9 ^ i >>> 3).toArray();
    int[] counts = new int[61];
    long[] sums = new long[61];
    int[] least = IntStream.range(0, 61).map(b -> b * 1000 - 30_000).toArray();
    long[] most = new long[61];
    int[] any = new int[61];
    int[] odd = new int[61];
    int[] all = {-1};
    least[5] = Integer.MAX_VALUE;
    try (Buffer d = buffer(data);
        Buffer c = buffer(counts);
        Buffer s = context.buffer(MemorySegment.ofArray(sums));
        Buffer l = buffer(least);
        Buffer m = context.buffer(MemorySegment.ofArray(most));
        Buffer a = buffer(any);
        Buffer o = buffer(odd);
        Buffer e = buffer(all)) {
      kernel(HISTOGRAMS).with(d, n, c, s, l, m, a, o, e).run(range);
      for (int value : data) {
        int bin = Integer.remainderUnsigned(value, 61);
        long unsigned = Integer.toUnsignedLong(value);
        counts[bin]++;
        sums[bin] -= unsigned % 3 != 0 ? unsigned : 0;
        least[bin] = Math.min(least[bin], value);
        most[bin] = Math.max(most[bin], unsigned << 20);
        any[bin] |= 1 << (int) (unsigned / 61 % 32);
        odd[bin] ^= value;
        all[0] &= ~(1 << bin % 31);
      }
      assertArrayEquals(counts, read(c));
      long[] longs = new long[61];
      s.read(0, MemorySegment.ofArray(longs));
      assertArrayEquals(sums, longs);
      assertArrayEquals(least, read(l));
      m.read(0, MemorySegment.ofArray(longs));
      assertArrayEquals(most, longs);
      assertArrayEquals(any, read(a));
      assertArrayEquals(odd, read(o));
      assertArrayEquals(all, read(e));
    }
  }

  /** A second argument sees at once what is added through the first. */
  @Test
  void countsThatAreSeenThroughAnotherArgument() {
    Kernel kernel =
        kernel(
            """
            kernel void k(global int *counts, global int *same, global int *out) {
              int g = get_global_id(0);
              atomic_inc(&counts[g % 4]);
              out[g] = atomic_or(&same[g % 4], 0);
            }\
            """);
    int items = 4096;
    try (Buffer counts = buffer(new int[4]);
        Buffer other = buffer(new int[4]);
        Buffer out = buffer(new int[items])) {
      kernel.with(counts, other, out).run(NDRange.of(items).local(64));
      assertArrayEquals(new int[items], read(out));
      assertArrayEquals(new int[] {1024, 1024, 1024, 1024}, read(counts));
      kernel.with(counts, counts, out).run(NDRange.of(items).local(64));
      assertArrayEquals(new int[] {2048, 2048, 2048, 2048}, read(counts));
      assertEquals(0, Arrays.stream(read(out)).filter(v -> v <= 1024 || v > 2048).count());
    }
  }

  /** Additions beside a buffer's part land in the rest of it, and nowhere else. */
  @Test
  void beyondAPart() {
    Kernel kernel =
        kernel(
            """
            kernel void k(global int *counts, int n) {
              for (int i = 0; i < n; i++)
                atomic_add(&counts[(get_global_id(0) + i) % 8], 1);
            }\
            """);
    try (Buffer whole = buffer(new int[64])) {
      kernel.with(whole.slice(128, 16), 3).run(NDRange.of(1024).local(32));
      int[] expected = new int[64];
      Arrays.fill(expected, 32, 40, 384);
      assertArrayEquals(expected, read(whole));
    }
  }
}

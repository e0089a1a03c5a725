package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.engine.Argument;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
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
  private final KernelRunner runner = KernelRunner.of("");
  private final Arena arena = Arena.ofShared();

  @AfterAll
  void close() {
    runner.close();
    arena.close();
  }

  private void run(String source, TestRange range, Object... arguments) {
    runner.run(KernelRunner.OPENCL_3, source, "k", range, arguments);
  }

  private Argument.Memory buffer(int... values) {
    return KernelRunner.memory(arena, values);
  }

  private static Argument.Memory slice(Argument.Memory whole, long offset, long bytes) {
    return new Argument.Memory(whole.memory().asSlice(offset, bytes));
  }

  private static int[] read(Argument.Memory buffer) {
    return buffer.memory().toArray(ValueLayout.JAVA_INT);
  }

  /** Each work-item reads what it has just written, through the other argument. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64})
  void theSameBufferTwice(int local) {
    String kernel =
        """
        kernel void k(global int *a, global const int *b, int n) {
          int g = get_global_id(0);
          for (int i = 0; i < n; i++)
            a[g] += b[g];
        }\
        """;
    TestRange range = TestRange.of(64).local(local);
    int[] start = IntStream.range(1, 65).toArray();
    Argument.Memory a = buffer(start);
    Argument.Memory b = buffer(start);
    run(kernel, range, a, b, 3);
    assertArrayEquals(Arrays.stream(start).map(v -> 4 * v).toArray(), read(a));
    run(kernel, range, b, b, 3);
    assertArrayEquals(Arrays.stream(start).map(v -> 8 * v).toArray(), read(b));
    run(kernel, range, a, b, 1);
    assertArrayEquals(Arrays.stream(start).map(v -> 12 * v).toArray(), read(a));
  }

  /** Parts of a buffer that overlap by some elements. */
  @Test
  void overlappingParts() {
    String kernel =
        """
        kernel void k(global int *a, global const int *b, global int *out) {
          int g = get_global_id(0);
          int before = b[g];
          a[g] = 1000 + g;
          barrier(CLK_GLOBAL_MEM_FENCE);
          out[g] = b[g] * 10000 + before;
        }\
        """;
    Argument.Memory whole = buffer(IntStream.range(0, 128).toArray());
    Argument.Memory out = buffer(new int[64]);
    run(kernel, TestRange.of(64).local(64), slice(whole, 0, 256), slice(whole, 128, 256), out);
    int[] expected =
        IntStream.range(0, 64).map(g -> (g < 32 ? 1032 + g : 32 + g) * 10000 + 32 + g).toArray();
    assertArrayEquals(expected, read(out));
    run(kernel, TestRange.of(64).local(64), slice(whole, 0, 256), slice(whole, 256, 256), out);
    assertArrayEquals(IntStream.range(64, 128).map(v -> v * 10001).toArray(), read(out));
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
    TestRange range = TestRange.of(sizes[0], 2).local(sizes[1], 1);
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
    Argument.Memory d = buffer(data);
    Argument.Memory c = buffer(counts);
    Argument.Memory s = KernelRunner.memory(arena, sums);
    Argument.Memory l = buffer(least);
    Argument.Memory m = KernelRunner.memory(arena, most);
    Argument.Memory a = buffer(any);
    Argument.Memory o = buffer(odd);
    Argument.Memory e = buffer(all);
    run(HISTOGRAMS, range, d, n, c, s, l, m, a, o, e);
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
    assertArrayEquals(sums, s.memory().toArray(ValueLayout.JAVA_LONG));
    assertArrayEquals(least, read(l));
    assertArrayEquals(most, m.memory().toArray(ValueLayout.JAVA_LONG));
    assertArrayEquals(any, read(a));
    assertArrayEquals(odd, read(o));
    assertArrayEquals(all, read(e));
  }

  /** A second argument sees at once what is added through the first. */
  @Test
  void countsThatAreSeenThroughAnotherArgument() {
    String kernel =
        """
        kernel void k(global int *counts, global int *same, global int *out) {
          int g = get_global_id(0);
          atomic_inc(&counts[g % 4]);
          out[g] = atomic_or(&same[g % 4], 0);
        }\
        """;
    int items = 4096;
    Argument.Memory counts = buffer(new int[4]);
    Argument.Memory other = buffer(new int[4]);
    Argument.Memory out = buffer(new int[items]);
    run(kernel, TestRange.of(items).local(64), counts, other, out);
    assertArrayEquals(new int[items], read(out));
    assertArrayEquals(new int[] {1024, 1024, 1024, 1024}, read(counts));
    run(kernel, TestRange.of(items).local(64), counts, counts, out);
    assertArrayEquals(new int[] {2048, 2048, 2048, 2048}, read(counts));
    assertEquals(0, Arrays.stream(read(out)).filter(v -> v <= 1024 || v > 2048).count());
  }

  /** Additions beside a buffer's part land in the rest of it, and nowhere else. */
  @Test
  void beyondAPart() {
    String kernel =
        """
        kernel void k(global int *counts, int n) {
          for (int i = 0; i < n; i++)
            atomic_add(&counts[(get_global_id(0) + i) % 8], 1);
        }\
        """;
    Argument.Memory whole = buffer(new int[64]);
    run(kernel, TestRange.of(1024).local(32), slice(whole, 128, 16), 3);
    int[] expected = new int[64];
    Arrays.fill(expected, 32, 40, 384);
    assertArrayEquals(expected, read(whole));
  }
}

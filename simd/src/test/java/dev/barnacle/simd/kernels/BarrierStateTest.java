package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.engine.Argument;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What work-items keep across barriers, and see of each other (OpenCL C, 6.15.8). */
class BarrierStateTest extends SimdKernelTests {
  private static Argument.Local ints(int count) {
    return new Argument.Local(4L * count);
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void reverseWithinGroup(TestRange range) {
    int[] in = numbers(global(range));
    int[] out = new int[in.length];
    run(
        """
        kernel void reverse(global const int *in, global int *out, local int *tile) {
          tile[get_local_id(0)] = in[get_global_id(0)];
          barrier(CLK_LOCAL_MEM_FENCE);
          out[get_global_id(0)] = tile[get_local_size(0) - 1 - get_local_id(0)];
        }\
        """,
        "reverse",
        range,
        in,
        out,
        ints(local(range)));
    int[] expected = new int[in.length];
    forGroups(
        range,
        (group, first, size) -> {
          for (int i = 0; i < size; i++) {
            expected[first + i] = in[first + size - 1 - i];
          }
        });
    assertArrayEquals(expected, out);
  }

  /** Values, vectors and an array in private memory live across several barriers. */
  @ParameterizedTest
  @MethodSource("ranges")
  void privateStateLivesAcross(TestRange range) {
    int[] out = new int[4 * global(range)];
    run(
        """
        kernel void state(global int4 *out, local int *tile) {
          int l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
          int history[6];
          int4 vector = (int4)(g, g + 1, g + 2, g + 3);
          long wide = (long)g << 33;
          for (int i = 0; i < 6; i++) {
            tile[l] = g * (i + 1);
            barrier(CLK_LOCAL_MEM_FENCE);
            history[(i + l) % 6] = tile[n - 1 - l];
            vector = vector.yzwx + history[(i + l) % 6];
            wide += vector.x;
            barrier(CLK_LOCAL_MEM_FENCE);
          }
          out[g] = (int4)(vector.x, history[g % 6], vector.w, (int)(wide >> 33) ^ (int)wide);
        }\
        """,
        "state", range, out, ints(local(range)));
    int[] expected = new int[out.length];
    forGroups(
        range,
        (group, first, size) -> {
          for (int l = 0; l < size; l++) {
            privateState(expected, first + l, l, first + size - 1 - l);
          }
        });
    assertArrayEquals(expected, out);
  }

  private static void privateState(int[] out, int g, int l, int mirror) {
    int[] history = new int[6];
    int[] vector = {g, g + 1, g + 2, g + 3};
    long wide = (long) g << 33;
    for (int i = 0; i < 6; i++) {
      int seen = mirror * (i + 1);
      history[(i + l) % 6] = seen;
      vector = new int[] {vector[1] + seen, vector[2] + seen, vector[3] + seen, vector[0] + seen};
      wide += vector[0];
    }
    out[4 * g] = vector[0];
    out[4 * g + 1] = history[g % 6];
    out[4 * g + 2] = vector[3];
    out[4 * g + 3] = (int) (wide >> 33) ^ (int) wide;
  }

  /** A barrier with the global flag orders the group's writes to global memory. */
  @ParameterizedTest
  @MethodSource("ranges")
  void ordersGlobalMemory(TestRange range) {
    int[] scratch = new int[global(range)];
    int[] out = new int[global(range)];
    run(
        """
        kernel void through_global(global int *scratch, global int *out) {
          size_t l = get_local_id(0), n = get_local_size(0), first = get_global_id(0) - l;
          for (int round = 0; round < 4; round++) {
            scratch[first + l] = l * 10 + round;
            barrier(CLK_GLOBAL_MEM_FENCE);
            out[first + l] += scratch[first + (l + round) % n];
            work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_device);
          }
        }\
        """,
        "through_global", range, scratch, out);
    int[] expected = new int[out.length];
    forGroups(
        range,
        (group, first, size) -> {
          for (int l = 0; l < size; l++) {
            for (int round = 0; round < 4; round++) {
              expected[first + l] += (l + round) % size * 10 + round;
            }
          }
        });
    assertArrayEquals(expected, out);
  }

  /**
   * The outer loop's counter lives across a barrier in the inner loop, beside code that every
   * work-item passes over there.
   */
  @ParameterizedTest
  @MethodSource("ranges")
  void countersOfNestedLoopsLiveAcross(TestRange range) {
    int[] in = numbers(16);
    int[] out = new int[global(range)];
    run(
        """
        int twist(int p, int q) {
          for (int i = 0; i < (q & 3); i++) {
            if (p == i * 7) return 500;
            p -= i;
          }
          return 600 + (p ^ q);
        }
        kernel void counters(global const int *in, global int *out, int outer) {
          int id = get_global_id(0), v = 0, least = 0;
          for (int i = 0; i < outer; i++) {
            for (ulong k = id + 3; k < 1068; k += 1076) v = twist(id, id) | 512;
            for (int j = 0; j < 4; j++) {
              least += min(v, in[i & 15]);
              barrier(CLK_LOCAL_MEM_FENCE);
            }
          }
          out[id] = least;
        }\
        """,
        "counters",
        range,
        in,
        out,
        3);
    int[] expected = new int[out.length];
    Arrays.setAll(expected, id -> id + 3 < 1068 ? 4 * (in[0] + in[1] + in[2]) : 0);
    assertArrayEquals(expected, out);
  }

  /** A pointer into private memory and a pointer that moves live across barriers. */
  @ParameterizedTest
  @MethodSource("ranges")
  void pointersLiveAcross(TestRange range) {
    int[] out = new int[global(range)];
    run(
        """
        kernel void pointers(global int *out, local int *tile) {
          int l = get_local_id(0), n = get_local_size(0);
          int numbers[4] = {l, l + 10, l + 20, l + 30};
          int *chosen = &numbers[l % 4];
          local int *mine = tile + l;
          global int *target = out + get_global_id(0);
          *mine = *chosen;
          barrier(CLK_LOCAL_MEM_FENCE);
          for (int i = 0; i < 3; i++) {
            *chosen += tile[(l + i) % n];
            chosen = chosen == numbers + 3 ? numbers : chosen + 1;
            barrier(CLK_LOCAL_MEM_FENCE);
          }
          *mine = numbers[0] + 2 * numbers[1] + 3 * numbers[2] + 4 * numbers[3];
          barrier(CLK_LOCAL_MEM_FENCE);
          *target = tile[n - 1 - l];
        }\
        """,
        "pointers", range, out, ints(local(range)));
    int[] expected = new int[out.length];
    forGroups(
        range,
        (group, first, size) -> {
          for (int l = 0; l < size; l++) {
            expected[first + size - 1 - l] = pointerSum(l, size);
          }
        });
    assertArrayEquals(expected, out);
  }

  private static int pointerSum(int l, int size) {
    int[] numbers = {l, l + 10, l + 20, l + 30};
    for (int i = 0; i < 3; i++) {
      int other = (l + i) % size;
      numbers[(l + i) % 4] += other + 10 * (other % 4);
    }
    return numbers[0] + 2 * numbers[1] + 3 * numbers[2] + 4 * numbers[3];
  }

  /** Work-groups of two and three dimensions meet at barriers too. */
  @ParameterizedTest
  @MethodSource("planes")
  void inSeveralDimensions(TestRange range) {
    int width = Math.toIntExact(range.global().get(0));
    int height = Math.toIntExact(range.global().get(1));
    int[] in = numbers(width * height);
    int[] out = new int[in.length];
    run(
        """
        kernel void flip(global const int *in, global int *out, local int *tile) {
          size_t x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), h = get_local_size(1);
          size_t width = get_global_size(0);
          tile[y * w + x] = in[get_global_id(1) * width + get_global_id(0)];
          barrier(CLK_LOCAL_MEM_FENCE);
          out[get_global_id(1) * width + get_global_id(0)] = tile[(h - 1 - y) * w + (w - 1 - x)];
        }\
        """,
        "flip",
        range,
        in,
        out,
        new Argument.Local(4 * range.local().get(0) * range.local().get(1)));
    int[] expected = new int[in.length];
    int w = Math.toIntExact(range.local().get(0));
    int h = Math.toIntExact(range.local().get(1));
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int fromX = mirrored(x, w, width);
        int fromY = mirrored(y, h, height);
        expected[y * width + x] = in[fromY * width + fromX];
      }
    }
    assertArrayEquals(expected, out);
  }

  static Stream<TestRange> planes() {
    return Stream.of(
        TestRange.of(9, 5).local(1, 1),
        TestRange.of(21, 10).local(7, 3),
        TestRange.of(20, 19).local(16, 4),
        TestRange.of(5, 65).local(1, 64));
  }

  private static int mirrored(int x, int local, int global) {
    int first = x / local * local;
    int size = Math.min(local, global - first);
    return first + size - 1 - (x - first);
  }
}

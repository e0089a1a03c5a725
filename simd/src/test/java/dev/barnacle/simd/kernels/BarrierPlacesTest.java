package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.engine.Argument;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Barriers wherever the specification allows them (OpenCL C, 6.15.8). */
class BarrierPlacesTest extends SimdKernelTests {
  private static Argument.Local ints(int count) {
    return new Argument.Local(4L * count);
  }

  /** Each item rotates the group's values by one place, as often as an argument says. */
  @ParameterizedTest
  @MethodSource("ranges")
  void inLoopWithRunTimeCount(TestRange range) {
    int[] data = numbers(global(range));
    int[] expected = new int[data.length];
    int rounds = 11;
    forGroups(
        range,
        (group, first, size) -> {
          for (int i = 0; i < size; i++) {
            expected[first + i] = data[first + (i + rounds) % size] + rounds;
          }
        });
    run(
        """
        kernel void rotate_all(global int *data, int rounds, local int *tile) {
          size_t l = get_local_id(0), n = get_local_size(0);
          int mine = data[get_global_id(0)];
          for (int r = 0; r < rounds; r++) {
            tile[l] = mine;
            barrier(CLK_LOCAL_MEM_FENCE);
            mine = tile[(l + 1) % n] + 1;
            barrier(CLK_LOCAL_MEM_FENCE);
          }
          data[get_global_id(0)] = mine;
        }\
        """,
        "rotate_all", range, data, rounds, ints(local(range)));
    assertArrayEquals(expected, data);
  }

  /** Whether there is a barrier, and how often, depends on the group's id. */
  @ParameterizedTest
  @MethodSource("ranges")
  void underConditionsOnGroupId(TestRange range) {
    int[] out = new int[global(range)];
    run(
        """
        kernel void by_group(global int *out, local int *tile) {
          int l = get_local_id(0), n = get_local_size(0), g = get_group_id(0);
          int value = l;
          tile[l] = l;
          if (g % 2 == 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            value = tile[n - 1 - l] * 10;
            if (g % 3 == 0) {
              barrier(CLK_LOCAL_MEM_FENCE);
              tile[l] = value + 1;
              barrier(CLK_LOCAL_MEM_FENCE);
              value += tile[(l + 1) % n];
            } else {
              value++;
            }
          } else {
            for (int i = 0; i < g; i++) {
              barrier(CLK_LOCAL_MEM_FENCE);
              int next = tile[(l + 1) % n];
              barrier(CLK_LOCAL_MEM_FENCE);
              tile[l] = next;
            }
            value = tile[l];
          }
          out[get_global_id(0)] = value;
        }\
        """,
        "by_group", range, out, ints(local(range)));
    int[] expected = new int[out.length];
    forGroups(
        range,
        (group, first, size) -> {
          for (int l = 0; l < size; l++) {
            int value = (l + group) % size;
            if (group % 2 == 1) {
              value = (size - 1 - l) * 10;
              value += group % 3 == 0 ? (size - 1 - (l + 1) % size) * 10 + 1 : 1;
            }
            expected[first + l] = value;
          }
        });
    assertArrayEquals(expected, out);
  }

  /** Whole groups return early, some before the first barrier and some between two. */
  @ParameterizedTest
  @MethodSource("ranges")
  void afterEarlyReturnOfWholeGroups(TestRange range) {
    int[] out = new int[global(range)];
    run(
        """
        kernel void early(global int *out, local int *tile) {
          size_t l = get_local_id(0), n = get_local_size(0);
          if (get_group_id(0) == 1)
            return;
          tile[l] = l + 1;
          barrier(CLK_LOCAL_MEM_FENCE);
          int other = tile[n - 1 - l];
          if (get_group_id(0) == 2) {
            out[get_global_id(0)] = -other;
            return;
          }
          barrier(CLK_LOCAL_MEM_FENCE);
          tile[l] = other * 2;
          barrier(CLK_LOCAL_MEM_FENCE);
          out[get_global_id(0)] = tile[0];
        }\
        """,
        "early",
        range,
        out,
        ints(local(range)));
    int[] expected = new int[out.length];
    forGroups(
        range,
        (group, first, size) -> {
          for (int l = 0; l < size; l++) {
            expected[first + l] = group == 1 ? 0 : group == 2 ? -(size - l) : 2 * size;
          }
        });
    assertArrayEquals(expected, out);
  }

  /** Barriers in two nested loops, with breaks and continues that the whole group takes. */
  @ParameterizedTest
  @MethodSource("ranges")
  void inNestedLoopsWithBreaks(TestRange range) {
    int[] out = new int[global(range)];
    run(
        """
        kernel void nested(global int *out, local int *tile, int rows, int stop) {
          size_t l = get_local_id(0), n = get_local_size(0);
          int sum = 0;
          for (int i = 0; i < rows; i++) {
            if (i == 2)
              continue;
            tile[l] = i * 100 + l;
            for (int j = 0; ; j++) {
              barrier(CLK_LOCAL_MEM_FENCE);
              sum += tile[(l + j) % n];
              if (i + j >= stop)
                break;
              if (j % 2 == 0)
                continue;
              barrier(CLK_LOCAL_MEM_FENCE);
              tile[l] += 1;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
          }
          out[get_global_id(0)] = sum;
        }\
        """,
        "nested", range, out, ints(local(range)), 4, 5);
    int[] expected = new int[out.length];
    forGroups(range, (group, first, size) -> nestedLoops(expected, first, size, 4, 5));
    assertArrayEquals(expected, out);
  }

  private static void nestedLoops(int[] sum, int first, int size, int rows, int stop) {
    for (int i = 0; i < rows; i++) {
      if (i == 2) {
        continue;
      }
      int added = 0;
      for (int j = 0; ; j++) {
        for (int l = 0; l < size; l++) {
          sum[first + l] += i * 100 + (l + j) % size + added;
        }
        if (i + j >= stop) {
          break;
        }
        added += j % 2;
      }
    }
  }

  /**
   * Barriers in functions that are called in a loop, twice from one place and once from another.
   */
  @ParameterizedTest
  @MethodSource("ranges")
  void inCalledFunctions(TestRange range) {
    int[] data = numbers(global(range));
    int[] before = data.clone();
    run(
        """
        int neighbour(local int *tile, int value, int distance) {
          size_t l = get_local_id(0), n = get_local_size(0);
          barrier(CLK_LOCAL_MEM_FENCE);
          tile[l] = value;
          barrier(CLK_LOCAL_MEM_FENCE);
          return tile[(l + distance) % n];
        }
        __attribute__((noinline)) int sum_of_neighbours(local int *tile, int value) {
          return neighbour(tile, value, 1) + neighbour(tile, value, 2);
        }
        kernel void calls(global int *data, local int *tile) {
          int value = data[get_global_id(0)];
          for (int i = 0; i < 3; i++)
            value = sum_of_neighbours(tile, value) - i;
          data[get_global_id(0)] = neighbour(tile, value, 0);
        }\
        """,
        "calls", range, data, ints(local(range)));
    int[] expected = before.clone();
    forGroups(
        range,
        (group, first, size) -> {
          for (int i = 0; i < 3; i++) {
            int[] old = expected.clone();
            for (int l = 0; l < size; l++) {
              expected[first + l] = old[first + (l + 1) % size] + old[first + (l + 2) % size] - i;
            }
          }
        });
    assertArrayEquals(expected, data);
  }

  /** The loop's end depends on what the group computed in local memory. */
  @ParameterizedTest
  @MethodSource("ranges")
  void loopUntilGroupAgrees(TestRange range) {
    int[] data = numbers(global(range));
    int[] before = data.clone();
    run(
        """
        kernel void until(global int *data) {
          local int busy;
          int value = data[get_global_id(0)];
          int rounds = 0;
          do {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (get_local_id(0) == 0)
              busy = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            if (value > 0) {
              value /= 2;
              atomic_inc(&busy);
            }
            rounds++;
            barrier(CLK_LOCAL_MEM_FENCE);
          } while (busy != 0);
          data[get_global_id(0)] = rounds;
        }\
        """,
        "until",
        range,
        data);
    int[] expected = new int[data.length];
    forGroups(
        range,
        (group, first, size) -> {
          int rounds = 1;
          for (int l = 0; l < size; l++) {
            rounds = Math.max(rounds, 33 - Integer.numberOfLeadingZeros(before[first + l]));
          }
          Arrays.fill(expected, first, first + size, rounds);
        });
    assertArrayEquals(expected, data);
  }

  /** Barriers in the cases of a switch in a loop; one case falls through. */
  @ParameterizedTest
  @MethodSource("ranges")
  void inSwitchInLoop(TestRange range) {
    int[] program = {0, 1, 2, 1, 3, 0, 2, 9};
    int[] data = numbers(global(range));
    int[] before = data.clone();
    run(
        """
        kernel void machine(global int *data, constant int *program, local int *tile) {
          size_t l = get_local_id(0), n = get_local_size(0);
          int value = data[get_global_id(0)];
          for (int pc = 0; program[pc] != 9; pc++) {
            switch (program[pc]) {
              case 0:
                barrier(CLK_LOCAL_MEM_FENCE);
                tile[l] = value;
                barrier(CLK_LOCAL_MEM_FENCE);
                value = tile[n - 1 - l];
                barrier(CLK_LOCAL_MEM_FENCE);
                break;
              case 1:
                value += 5;
              case 2:
                barrier(CLK_LOCAL_MEM_FENCE);
                tile[l] = value;
                barrier(CLK_LOCAL_MEM_FENCE);
                value += tile[0];
                break;
              default:
                value = -value;
            }
          }
          data[get_global_id(0)] = value;
        }\
        """,
        "machine",
        range,
        data,
        program,
        ints(local(range)));
    int[] expected = before.clone();
    forGroups(
        range,
        (group, first, size) -> {
          for (int operation : program) {
            machineStep(expected, first, size, operation);
          }
        });
    assertArrayEquals(expected, data);
  }

  private static void machineStep(int[] values, int first, int size, int operation) {
    int[] old = values.clone();
    for (int l = 0; l < size; l++) {
      int i = first + l;
      switch (operation) {
        case 0 -> values[i] = old[first + size - 1 - l];
        case 1 -> values[i] += 5 + old[first] + 5;
        case 2 -> values[i] += old[first];
        case 3 -> values[i] = -values[i];
        default -> {}
      }
    }
  }

  /** Divergent code stands around the barriers, and between them. */
  @ParameterizedTest
  @MethodSource("ranges")
  void betweenDivergentCode(TestRange range) {
    int[] out = new int[global(range)];
    run(
        """
        kernel void divergent(global int *out, local int *tile) {
          int l = get_local_id(0), n = get_local_size(0);
          int a = 0;
          if (l % 2 == 0)
            for (int i = 0; i < l; i++)
              a += i;
          else
            a = -l;
          tile[l] = a;
          barrier(CLK_LOCAL_MEM_FENCE);
          int b = tile[(l + 1) % n];
          while (b > 3)
            b = b % 3 == 0 ? b / 3 : b - 1;
          barrier(CLK_LOCAL_MEM_FENCE);
          if (l % 3 == 1)
            tile[l] = b;
          barrier(CLK_LOCAL_MEM_FENCE);
          out[get_global_id(0)] = tile[n - 1 - l] + a;
        }\
        """,
        "divergent", range, out, ints(local(range)));
    int[] expected = new int[out.length];
    forGroups(range, (group, first, size) -> divergent(expected, first, size));
    assertArrayEquals(expected, out);
  }

  private static void divergent(int[] out, int first, int size) {
    int[] a = new int[size];
    for (int l = 0; l < size; l++) {
      a[l] = l % 2 == 0 ? l * (l - 1) / 2 : -l;
    }
    int[] tile = a.clone();
    for (int l = 1; l < size; l += 3) {
      int b = a[(l + 1) % size];
      while (b > 3) {
        b = b % 3 == 0 ? b / 3 : b - 1;
      }
      tile[l] = b;
    }
    for (int l = 0; l < size; l++) {
      out[first + l] = tile[size - 1 - l] + a[l];
    }
  }

  /** A barrier first, last, and two in a row; and a kernel that is nothing but a barrier. */
  @ParameterizedTest
  @MethodSource("ranges")
  void atTheEdges(TestRange range) {
    String source =
        """
        kernel void edges(global int *out) {
          barrier(CLK_LOCAL_MEM_FENCE);
          out[get_global_id(0)] = get_local_id(0) + 1;
          barrier(CLK_LOCAL_MEM_FENCE);
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        kernel void only(void) { barrier(CLK_LOCAL_MEM_FENCE); }\
        """;
    int[] out = new int[global(range)];
    run(source, "edges", range, out);
    run(source, "only", range);
    int[] expected = new int[out.length];
    forGroups(
        range,
        (group, first, size) -> {
          for (int l = 0; l < size; l++) {
            expected[first + l] = l + 1;
          }
        });
    assertArrayEquals(expected, out);
  }
}

package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.engine.Argument;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kernels that are launched with the same small arguments many times, for which there is then other
 * code (whenever that is), and with others before, between and after.
 */
class SteadyArgumentsTest {
  private static final int ITEMS = 20_000;
  private static final int MANY = 120;

  private static final String SOURCE =
      """
      kernel void k(global const int *in, global int *out, int n, int step, char first, ulong last) {
        int i = get_global_id(0), sum = 0;
        for (int r = 0; r < 20; r++)
          for (int j = first; j < n; j++) sum += in[(i * step + j) & 65535] * (j + r);
        for (ulong j = 0; j < last; j++) sum ^= in[i + j];
        out[i] = sum;
      }
      """;

  private static int[] expected(int[] in, int n, int step, byte first, long last) {
    int[] out = new int[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
      for (int r = 0; r < 20; r++) {
        for (int j = first; j < n; j++) {
          out[i] += in[(i * step + j) & 65535] * (j + r);
        }
      }
      for (int j = 0; j < last; j++) {
        out[i] ^= in[i + j];
      }
    }
    return out;
  }

  @ParameterizedTest
  @ValueSource(strings = {"versions=auto", "versions=special", "versions=general"})
  void everyLaunchHasItsOwnArguments(String versions) {
    int[] in = SimdKernelTests.numbers(65536);
    int[][] arguments = {
      {3, 2, 0, 2},
      {3, 1, 0, 2},
      {3, 2, 1, 2},
      {4, 2, 0, 2},
      {3, -2, 0, 2},
      {-1, 40, -1, 33},
      {3, 2, 0, 0},
      {33, 0, 32, 1}
    };
    int[] seldom = {5, 3, -2, 1};
    try (KernelRunner runner = KernelRunner.of(versions);
        Arena arena = Arena.ofShared()) {
      Argument.Memory from = KernelRunner.memory(arena, in);
      Argument.Memory to = KernelRunner.memory(arena, new int[ITEMS]);
      for (int[] a : arguments) {
        int[] result = expected(in, a[0], a[1], (byte) a[2], a[3]);
        for (int i = 0; i < MANY; i++) {
          run(runner, from, to, a);
          if (i % 40 == 0 || i == MANY - 1) {
            assertArrayEquals(result, to.memory().toArray(ValueLayout.JAVA_INT));
          }
        }
        run(runner, from, to, seldom);
        int[] others = expected(in, seldom[0], seldom[1], (byte) seldom[2], seldom[3]);
        assertArrayEquals(others, to.memory().toArray(ValueLayout.JAVA_INT));
      }
    }
  }

  private static void run(KernelRunner runner, Argument.Memory from, Argument.Memory to, int[] a) {
    runner.run("", SOURCE, "k", TestRange.of(ITEMS).local(50), from, to, a[0], a[1], a[2], a[3]);
  }
}

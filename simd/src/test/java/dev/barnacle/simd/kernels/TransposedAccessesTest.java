package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What lies side by side for the rows of a work-group is moved at once, and transposed. */
class TransposedAccessesTest {
  private static final int WIDTH = 96;
  private static final int HEIGHT = 64;

  private static final String READ =
      """
      local float tile[SIDE][SIDE + 1];
      tile[ly][lx] = a[y * w + x];
      barrier(CLK_LOCAL_MEM_FENCE);
      b[y * w + x] = tile[lx][ly];
      """;

  private static final String WRITTEN =
      """
      local float tile[SIDE * (SIDE + 3)];
      tile[lx * (SIDE + 3) + ly] = a[y * w + x];
      barrier(CLK_LOCAL_MEM_FENCE);
      b[y * w + x] = 2 * tile[ly * (SIDE + 3) + lx];
      """;

  /** Values of all rows live across barriers in a loop. */
  private static final String TURNS =
      """
      local float tile[2][SIDE][SIDE + 1];
      float value = a[y * w + x], sum = 0;
      for (int i = 0; i < 5; i++) {
        tile[i & 1][ly][lx] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = tile[i & 1][lx][ly] + i;
        sum += value * ly;
      }
      b[y * w + x] = sum;
      """;

  /** Lanes of some columns, and integers. */
  private static final String SOME =
      """
      local int tile[SIDE][SIDE];
      tile[lx][ly] = (int)a[y * w + x];
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lx % 3 != 1)
        b[y * w + x] = tile[lx][ly] + tile[ly][lx];
      """;

  /** Rows that lie apart by an argument, and some that return. */
  private static final String GLOBAL =
      """
      if (x >= 90 || y >= 61) return;
      b[x * h + y] = a[y * w + x] + a[x * h + y];
      """;

  /** Some rows do not come to the barrier. */
  private static final String RETURNED =
      """
      local float tile[SIDE][SIDE + 1];
      tile[ly][lx] = a[y * w + x];
      barrier(CLK_LOCAL_MEM_FENCE);
      float value = tile[lx][ly];
      if (ly == 2) return;
      barrier(CLK_LOCAL_MEM_FENCE);
      b[y * w + x] = value;
      """;

  private static String kernel(String body, int side) {
    return "#define SIDE "
        + side
        + "\nkernel void k(global const float *a, global float *b, int w, int h) {\n"
        + "int x = get_global_id(0), y = get_global_id(1);\n"
        + "int lx = get_local_id(0), ly = get_local_id(1);\n"
        + body
        + "}\n";
  }

  private static float[] run(KernelRunner runner, String body, List<Integer> local) {
    float[] a = new float[WIDTH * HEIGHT];
    for (int i = 0; i < a.length; i++) {
      a[i] = i * 7919 % 1009 - 500;
    }
    float[] b = new float[WIDTH * HEIGHT];
    TestRange range = TestRange.of(WIDTH, HEIGHT).local(local.get(0), local.get(1));
    String kernel = kernel(body, Math.max(local.get(0), local.get(1)));
    runner.run(KernelRunner.OPENCL_3, kernel, "k", range, a, b, WIDTH, HEIGHT);
    return b;
  }

  @ParameterizedTest
  @ValueSource(strings = {READ, WRITTEN, TURNS, SOME, GLOBAL, RETURNED})
  void computeTheSame(String body) {
    for (List<Integer> local :
        List.of(List.of(16, 16), List.of(8, 8), List.of(4, 4), List.of(32, 32), List.of(2, 2))) {
      float[] expected;
      try (KernelRunner plain = KernelRunner.of("optimize=quick,lanes=1")) {
        expected = run(plain, body, local);
      }
      for (String options :
          List.of(
              "versions=special",
              "versions=special,lanes=4",
              "versions=special,features=sse4",
              "versions=general")) {
        try (KernelRunner runner = KernelRunner.of(options)) {
          assertArrayEquals(expected, run(runner, body, local), options + local);
        }
      }
    }
  }

  private static String explained(String body, int x, int y) {
    CompileWatcher watcher = new CompileWatcher(null);
    try (KernelRunner runner = KernelRunner.of("versions=special,lanes=auto", watcher)) {
      run(runner, body, List.of(x, y));
    }
    return watcher.explanations().getFirst().toString();
  }

  @Test
  void tilesAreTransposedInRegisters() {
    for (String body : List.of(READ, WRITTEN, TURNS, SOME)) {
      String told = explained(body, 16, 16);
      assertTrue(told.contains("rows run together"), told);
      assertTrue(told.contains("a vector for each lane, and a transposition"), told);
    }
  }

  @Test
  void rowsThatReturnBeforeBarriersRunAlone() {
    String told = explained(RETURNED, 16, 16);
    assertFalse(told.contains("rows run together"), told);
  }
}

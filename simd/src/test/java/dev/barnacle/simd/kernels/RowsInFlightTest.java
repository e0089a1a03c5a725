package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of a work-group share what an inner loop loads, and have a chain of operations each. */
class RowsInFlightTest {
  private static final String PRODUCT =
      """
      float sum = 0;
      for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
      c[row * n + col] = sum;
      """;

  private static final String FIRST_RETURN = "if (col >= n || row >= m) return;\n" + PRODUCT;

  private static final String BOUNDS = "if (row < m && col < n) {\n" + PRODUCT + "}\n";

  private static final String OTHER_ROW = "row = row + 1 < m ? row + 1 : 0;\n" + FIRST_RETURN;

  /** The rows differ in what they do, and in how often they do it. */
  private static final String APART =
      """
      float sum = 0;
      for (int i = 0; i < k + row % 2; i++)
        sum += a[i] * b[i * n];
      if (row < m && col < n) c[row * n + col] = sum;
      """;

  /** Some have stored when others return. */
  private static final String LATE_RETURN = "if (col < n) c[row * n + col] = 1;\n" + FIRST_RETURN;

  private static String kernel(String body) {
    return "kernel void k(global const float *a, global const float *b, global float *c,"
        + " int m, int n, int k) {\n"
        + "int col = get_global_id(0), row = get_global_id(1);\n"
        + body
        + "}\n";
  }

  private static float[] numbers(int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (i * 7919 % 1009) / 64f - 5;
    }
    return numbers;
  }

  private static float[] run(KernelRunner runner, String body, int m, int n, List<Integer> local) {
    int k = 37;
    float[] c = new float[48 * 32];
    TestRange range = TestRange.of(48, 32).local(local.get(0), local.get(1));
    runner.run(
        KernelRunner.OPENCL_3,
        kernel(body),
        "k",
        range,
        numbers(32 * (k + 1)),
        numbers((k + 1) * 48),
        c,
        m,
        n,
        k);
    return c;
  }

  @ParameterizedTest
  @ValueSource(strings = {FIRST_RETURN, BOUNDS, OTHER_ROW, APART, LATE_RETURN})
  void computeTheSame(String body) {
    for (List<Integer> local :
        List.of(List.of(16, 16), List.of(8, 8), List.of(48, 2), List.of(16, 1))) {
      for (int m : new int[] {32, 29, 8, 1}) {
        int n = m == 8 ? 48 : 41;
        float[] expected;
        try (KernelRunner plain = KernelRunner.of("optimize=quick,lanes=1")) {
          expected = run(plain, body, m, n, local);
        }
        for (String options : List.of("versions=special", "lanes=4", "versions=general")) {
          try (KernelRunner runner = KernelRunner.of(options)) {
            assertArrayEquals(expected, run(runner, body, m, n, local), options + local + m);
          }
        }
      }
    }
  }

  private static String why(String body, int x, int y) {
    CompileWatcher watcher = new CompileWatcher(null);
    try (KernelRunner runner = KernelRunner.of("versions=special,lanes=auto", watcher)) {
      run(runner, body, 32, 48, List.of(x, y));
    }
    return watcher.explanations().getFirst().why();
  }

  @Test
  void productsOfMatricesHaveRowsInFlight() {
    for (String body : List.of(PRODUCT, FIRST_RETURN, BOUNDS)) {
      assertTrue(why(body, 16, 16).endsWith(", and 8 rows run together"), why(body, 16, 16));
      assertTrue(why(body, 16, 4).endsWith(", and 4 rows run together"), why(body, 16, 4));
    }
  }

  @Test
  void rowsThatDoOtherThingsRunAlone() {
    for (String body : List.of(APART, LATE_RETURN)) {
      assertFalse(why(body, 16, 16).contains("rows"), why(body, 16, 16));
    }
    String seen = "if (get_local_id(1) == 0) {" + PRODUCT + "}";
    assertFalse(why(seen, 48, 1).contains("rows"));
  }
}

package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.simd.KernelExplanation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loops keep in a register what they accumulate at one place of memory. {@link AliasTest} has
 * buffers that are there twice.
 */
class LoopAccumulatorsTest {
  private static final int ITEMS = 64;

  private static final String SUM = "for (int k = 0; k < n; k++) c[i] += a[k] * b[i];";

  private static final String OTHER_COUNTS =
      "for (int k = i % 7; k < n - i % 3; k++) c[i * 3] = c[i * 3] * 0.5f + a[k];";

  private static final String TURNED = "int k = 0; do { c[i] += a[k]; k++; } while (k < n);";

  private static final String SOMETIMES =
      "for (int k = 0; k < n; k++) { if (a[k] > b[i]) c[i] = c[i] + 1; c[i] *= 1.5f; }";

  private static final String TRIANGLE =
      """
      for (int j = i + 1; j < 64; j++) {
        c[i * 64 + j] = 0;
        for (int k = 0; k < n; k++) c[i * 64 + j] += a[k * 2] * b[j];
        c[j * 64 + i] = c[i * 64 + j];
      }
      """;

  private static final String VECTORS =
      """
      global float4 *v = (global float4 *) c;
      for (int k = 0; k < n; k++) v[i] += vload4(k, a) * b[i];
      """;

  private static final String STORED_ONLY = "for (int k = 0; k < n; k++) c[i] = a[k] + b[i];";

  private static final String LOCAL_SUM =
      """
      local float part[64];
      int l = get_local_id(0);
      part[l] = b[i];
      for (int k = 0; k < n; k++) part[l] += a[k];
      barrier(CLK_LOCAL_MEM_FENCE);
      c[i] = part[(l + 1) % get_local_size(0)];
      """;

  /** Where the loop does not turn, the place is none. */
  private static final String NOWHERE =
      "int far = i % 2 ? i : 1 << 29; int m = i % 2 ? n : 0; for (int k = 0; k < m; k++) c[far] +="
          + " a[k];";

  // What is left alone.

  private static final String MEETS =
      "for (int k = 0; k < n; k++) c[i * 8] += c[i * 8 + k % 8] + 1;";

  private static final String LEFT_EARLY =
      "for (int k = 0; k < n; k++) { if (a[k] > b[i]) break; c[i] += a[k]; }";

  private static final String SYNCHRONISED =
      "for (int k = 0; k < n; k++) { c[i] += a[k]; barrier(CLK_GLOBAL_MEM_FENCE); }";

  private static final String VOLATILE =
      "volatile global float *v = c; for (int k = 0; k < n; k++) v[i] += a[k];";

  private static final String UNSURE = "for (int k = 0; k < n; k++) if (a[k] > b[i]) c[i] += a[k];";

  private static String kernel(String body) {
    return "kernel void k(global const float *a, global const float *b, global float *c, int n)\n"
        + "{\n"
        + "  int i = get_global_id(0);\n"
        + body
        + "\n}\n";
  }

  private static float[] numbers(int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = i * 7919 % 1009 / 64f - 5;
    }
    return numbers;
  }

  private static float[] run(KernelRunner runner, String body, int n) {
    float[] c = numbers(ITEMS * ITEMS);
    runner.run(
        KernelRunner.OPENCL_3,
        kernel(body),
        "k",
        TestRange.of(ITEMS).local(32),
        numbers(4 * ITEMS),
        numbers(4 * ITEMS),
        c,
        n);
    return c;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SUM,
        OTHER_COUNTS,
        TURNED,
        SOMETIMES,
        TRIANGLE,
        VECTORS,
        STORED_ONLY,
        LOCAL_SUM,
        NOWHERE,
        MEETS,
        LEFT_EARLY,
        SYNCHRONISED,
        VOLATILE,
        UNSURE
      })
  void computeTheSame(String body) {
    for (int n : new int[] {0, 1, 5, 33}) {
      float[] expected;
      try (KernelRunner plain = KernelRunner.of("optimize=quick,lanes=1,versions=general")) {
        expected = run(plain, body, n);
      }
      for (String options : List.of("versions=special", "lanes=4", "lanes=1", "versions=general")) {
        try (KernelRunner runner = KernelRunner.of(options)) {
          assertArrayEquals(expected, run(runner, body, n), options + " " + n);
        }
      }
    }
  }

  private static long moved(String body) {
    CompileWatcher watcher = new CompileWatcher(null);
    try (KernelRunner runner = KernelRunner.of("versions=special,lanes=auto", watcher)) {
      run(runner, body, 5);
    }
    return watcher.explanations().getFirst().decisions().stream()
        .map(KernelExplanation.Decision::text)
        .filter(t -> t.contains("accumulates in a register"))
        .count();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {SUM, OTHER_COUNTS, TURNED, TRIANGLE, VECTORS, STORED_ONLY, LOCAL_SUM, NOWHERE})
  void oneStoreIsDoneInTheEnd(String body) {
    assertEquals(1, moved(body));
  }

  @Test
  void storesOfOneIterationAreAllMoved() {
    assertEquals(2, moved(SOMETIMES));
  }

  @ParameterizedTest
  @ValueSource(strings = {MEETS, LEFT_EARLY, SYNCHRONISED, VOLATILE, UNSURE})
  void otherStoresStay(String body) {
    assertEquals(0, moved(body));
  }
}

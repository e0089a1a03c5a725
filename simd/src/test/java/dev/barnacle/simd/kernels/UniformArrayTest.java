package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.simd.KernelExplanation.Decision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Private arrays that hold the same in all lanes, and others that only seem so: a stack of numbers
 * that work-items push and pop.
 */
class UniformArrayTest {
  private static final int ITEMS = 77;

  private static final String SAME =
      """
      for (int i = 0; i < n; i++) { stack[top++] = i * i; if (i % 3 == 2) r += stack[--top]; }
      while (top > 0) r = 3 * r + stack[--top];
      """;

  private static final String OTHER_VALUES =
      """
      for (int i = 0; i < n; i++) { stack[top++] = i * g; if (i % 3 == 2) r += stack[--top]; }
      while (top > 0) r = 3 * r + stack[--top];
      """;

  /** All lanes store 7 where they store, but some don't. */
  private static final String SOME_LANES =
      """
      for (int i = 0; i < n; i++) stack[i] = i;
      if (g % 3 == 1) stack[4] = 7;
      for (int i = 0; i < n; i++) r = 3 * r + stack[i];
      """;

  private static final String OTHER_PLACES =
      """
      for (int i = 0; i < 32; i++) stack[i] = i;
      stack[g % 32] = 7;
      for (int i = 0; i < 32; i++) r = 3 * r + stack[i];
      """;

  /** Lanes leave the loop at different times, and with them the last store. */
  private static final String UNEVEN =
      """
      for (int i = 0; i < 32; i++) stack[i] = i;
      for (int i = 0; i < g % 9; i++) stack[0] = i;
      for (int i = 0; i < n; i++) r = 3 * r + stack[i];
      """;

  private static final String EARLY =
      """
      if (g % 5 == 0) { out[g] = -1; return; }
      for (int i = 0; i < n; i++) stack[top++] = i * i;
      while (top > 0) r = 3 * r + stack[--top];
      """;

  private static String kernel(String body) {
    return "kernel void k(global int *out, int n) {\n"
        + "int g = get_global_id(0), r = 0, top = 0;\nint stack[32];\n"
        + body
        + "\nout[g] = r;\n}";
  }

  private static int[] run(KernelRunner runner, String body) {
    int[] out = new int[ITEMS];
    TestRange range = TestRange.of(ITEMS).local(32);
    runner.run("-cl-std=CL3.0", kernel(body), "k", range, out, 23);
    return out;
  }

  @ParameterizedTest
  @ValueSource(strings = {SAME, OTHER_VALUES, SOME_LANES, OTHER_PLACES, UNEVEN, EARLY})
  void holdWhatEachWorkItemStored(String body) {
    int[] expected;
    try (KernelRunner plain = KernelRunner.of("optimize=quick,lanes=1")) {
      expected = run(plain, body);
    }
    for (String options : List.of("", "lanes=4", "lanes=16", "optimize=quick,lanes=8")) {
      try (KernelRunner runner = KernelRunner.of(options)) {
        assertArrayEquals(expected, run(runner, body), options + body);
      }
    }
  }

  /** Returns how many accesses there are at one address for all lanes. */
  private static long uniform(String body) {
    CompileWatcher watcher = new CompileWatcher(null);
    try (KernelRunner runner = KernelRunner.of("lanes=16", watcher)) {
      run(runner, body);
    }
    return watcher.explanations().getFirst().decisions().stream()
        .map(Decision::text)
        .filter(t -> t.equals("load of i32: one for all lanes"))
        .count();
  }

  @Test
  void whatIsLoadedIsUniformWhereAllLanesStoreTheSame() {
    assertEquals(2, uniform(SAME));
    assertEquals(0, uniform(OTHER_VALUES));
    assertEquals(0, uniform(SOME_LANES));
    assertEquals(0, uniform(OTHER_PLACES));
    assertEquals(0, uniform(UNEVEN));
    assertEquals(0, uniform(EARLY));
  }
}

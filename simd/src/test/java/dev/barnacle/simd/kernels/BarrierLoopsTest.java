package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.engine.Argument;
import dev.barnacle.simd.KernelExplanation.Decision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops around barriers whose turns the launch tells have code for each turn. */
class BarrierLoopsTest {
  private static final int ITEMS = 2 * 256;

  private static final String REDUCTION =
      """
      for (uint k = n / 2; k > 0; k >>= 1) {
        if (l < k) s[l] += s[l + k];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      """;

  private static final String SCAN =
      """
      for (uint d = 1; d < n; d <<= 1) {
        int t = l >= d ? s[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        s[l] += t;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      """;

  /** Its condition asks for the size each time. */
  private static final String SIZE_IN_LOOP =
      """
      for (uint d = 1; d < get_local_size(0); d <<= 1) {
        int t = l >= d ? s[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        s[l] += t;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      """;

  private static final String SCAN_BY_TREE =
      """
      uint off = 1;
      for (uint d = n / 2; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) s[off * (2 * l + 2) - 1] += s[off * (2 * l + 1) - 1];
        off *= 2;
      }
      if (l == 0) s[n - 1] = 0;
      for (uint d = 1; d < n; d *= 2) {
        off >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
          int t = s[off * (2 * l + 1) - 1];
          s[off * (2 * l + 1) - 1] = s[off * (2 * l + 2) - 1];
          s[off * (2 * l + 2) - 1] += t;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      """;

  private static final String SORT =
      """
      for (uint k = 2; k <= n; k <<= 1)
        for (uint j = k >> 1; j > 0; j >>= 1) {
          uint o = l ^ j;
          if (o > l && (s[l] > s[o]) == !(l & k)) { int t = s[l]; s[l] = s[o]; s[o] = t; }
          barrier(CLK_LOCAL_MEM_FENCE);
        }
      """;

  /** The condition at the end, a value that is read behind the loop, and a way out for all. */
  private static final String OTHER_ENDS =
      """
      uint k = 1, turns = 0;
      do {
        int o = s[(l + k) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (s[0] == -1) break;
        barrier(CLK_LOCAL_MEM_FENCE);
        s[l] = s[l] * 3 + o;
        barrier(CLK_LOCAL_MEM_FENCE);
        k *= 3;
        turns++;
      } while (k < n);
      s[l] += 1000 * k + turns;
      """;

  private static final String WAY_OUT =
      """
      uint turns = 0;
      for (uint k = 1; k < n; k *= 3) {
        int o = s[(l + k) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (s[0] < 0) break;
        barrier(CLK_LOCAL_MEM_FENCE);
        s[l] = (s[l] * 3 + o) % 1000 - k;
        barrier(CLK_LOCAL_MEM_FENCE);
        turns++;
      }
      s[l] += turns;
      """;

  private static final String COUNTER =
      """
      for (uint k = 0; k < 4; k++) {
        int o = s[(l + k) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        s[l] += o;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      """;

  private static String kernel(String body) {
    return "kernel void k(global int *io, local int *s) {\n"
        + "uint l = get_local_id(0), n = get_local_size(0);\n"
        + "s[l] = io[get_global_id(0)];\n"
        + "barrier(CLK_LOCAL_MEM_FENCE);\n"
        + body
        + "io[get_global_id(0)] = s[l];\n}\n";
  }

  private static int[] run(KernelRunner runner, String body, int local) {
    int[] io = new int[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
      io[i] = (i * 7919 + 13) % 1009;
    }
    TestRange range = TestRange.of(ITEMS).local(local);
    runner.run(KernelRunner.OPENCL_3, kernel(body), "k", range, io, new Argument.Local(4L * local));
    return io;
  }

  /** Quick code has the loop as it is; so has code for groups of any size. */
  @ParameterizedTest
  @ValueSource(
      strings = {REDUCTION, SCAN, SIZE_IN_LOOP, SCAN_BY_TREE, SORT, OTHER_ENDS, WAY_OUT, COUNTER})
  void computeTheSame(String body) {
    for (int local : new int[] {1, 4, 32, 64, 256}) {
      int[] expected;
      try (KernelRunner plain = KernelRunner.of("optimize=quick,lanes=1")) {
        expected = run(plain, body, local);
      }
      for (String options : List.of("", "lanes=1", "lanes=4", "versions=general")) {
        try (KernelRunner runner = KernelRunner.of(options)) {
          assertArrayEquals(expected, run(runner, body, local), options + " " + local + body);
        }
      }
    }
  }

  private static List<String> unrolled(String body, int local) {
    CompileWatcher watcher = new CompileWatcher(null);
    try (KernelRunner runner = KernelRunner.of("versions=special", watcher)) {
      run(runner, body, local);
    }
    return watcher.explanations().getFirst().decisions().stream()
        .map(Decision::text)
        .filter(t -> t.startsWith("loop around barriers"))
        .toList();
  }

  private static String turns(int turns) {
    return "loop around barriers: its " + turns + " turns have code each";
  }

  @Test
  void treesHaveCodeForEachTurn() {
    assertEquals(List.of(turns(8)), unrolled(REDUCTION, 256));
    assertEquals(List.of(turns(6)), unrolled(SCAN, 64));
    assertEquals(List.of(turns(6)), unrolled(SIZE_IN_LOOP, 64));
    assertEquals(List.of(turns(8), turns(8)), unrolled(SCAN_BY_TREE, 256));
    assertEquals(List.of(turns(4)), unrolled(WAY_OUT, 64));
  }

  @Test
  void sortsHaveCodeForEachTurnOfBothLoops() {
    assertEquals(List.of(turns(5), turns(3), turns(4), turns(5)), unrolled(SORT, 32));
  }

  /** Whole vectors that do nothing are not visited; each of these asks which in another way. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (l < 40) s[l] += 3;",
        "if (l <= 7) s[l] += s[(l + 8) % n];",
        "if (l == 5) s[l] = 17;",
        "if (l >= 48) ; else s[l] *= 2;",
        "int x = s[l]; if (l < 8) x = 3 * x; barrier(CLK_LOCAL_MEM_FENCE); s[n - 1 - l] = x;",
        "if (l < 8) s[l] += 1; else if (l > 60) s[l] += 2;",
        "if (l < 8) for (int k = 0; k < 5; k++) s[l] += k * l;",
        "if (l != 0) return; io[get_group_id(0) * n] = s[0] + 7;",
      })
  void workItemsThatDoNothingAreNotVisited(String body) {
    computeTheSame(body + " barrier(CLK_LOCAL_MEM_FENCE);");
  }

  @Test
  void countersStayLoops() {
    assertEquals(List.of(), unrolled(COUNTER, 256));
  }
}

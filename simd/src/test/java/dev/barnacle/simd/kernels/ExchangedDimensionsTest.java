package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.EngineException;
import dev.barnacle.simd.KernelExplanation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lanes are neighbours of dimension 1 or 2 where rows of memory run along it. */
class ExchangedDimensionsTest {
  private static final String ALONG = " along dimension ";

  /** Memory for all ranges below. */
  private static final int SIZE = 1 << 14;

  private static final String HEAD =
      """
      kernel void k(global const float *a, global float *c, int w, int h)
      {
        int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
        int lx = get_local_id(0), ly = get_local_id(1);
        int at = (x * h + y) * (int)get_global_size(2) + z;
      """;

  /** Bodies of kernels whose rows run along dimension 1. */
  private static final Map<String, String> ROWS =
      Map.of(
          "swapped",
          "c[x * h + y] = c[x * h + y] * 0.5f + a[x] * a[y];",
          "guarded",
          "if (x < w - 3 && y < h - 5) { c[x * h + y] += a[y * 2]; if (y == 0) c[x] += a[x]; }",
          "queries",
          """
          float f = get_global_id(0) + 3 * get_global_id(1) + 5 * get_group_id(0);
          f += 7 * get_group_id(1) + 11 * get_local_size(0) + 13 * get_local_size(1);
          f += 17 * get_num_groups(0) + 19 * get_num_groups(1) + 23 * get_global_size(0);
          f += 29 * get_global_size(1) + 31 * get_global_offset(0) + 37 * get_global_offset(1);
          f += 41 * get_enqueued_local_size(0) + 43 * get_enqueued_local_size(1);
          f += 47 * lx + 53 * ly + 59 * get_work_dim() + 61 * get_local_size(7) + z;
          f += 67 * get_local_size(2) + 71 * get_group_id(2) + 73 * get_global_id(3);
          c[x * h + y] = f + c[x * h + y] * a[y];
          """,
          "loop",
          "float s = 0; for (int i = 0; i < w; i++) s += a[i] * a[x * 3 + y] + c[x * h + y];"
              + " barrier(CLK_GLOBAL_MEM_FENCE); c[x * h + y] = s;",
          "tile",
          """
          local float t[32][32];
          t[lx][ly] = a[x * h + y] + c[x * h + y];
          barrier(CLK_LOCAL_MEM_FENCE);
          float f = t[lx][ly == 0 ? 0 : ly - 1];
          barrier(CLK_LOCAL_MEM_FENCE);
          if (y % 3 == 1) return;
          c[x * h + y] = f + t[lx][ly];
          """,
          "uneven",
          "float s = 0; for (int i = 0; i < y % 7; i++) { s += a[x * h + y + i]; if (s > 9) break;"
              + " } c[x * h + y] = s;",
          "private",
          "float p[4]; for (int i = 0; i < 4; i++) p[i] = a[x * h + y + i];"
              + " c[x * h + y] = p[y & 3] + p[x & 3];",
          "structures",
          "global float2 *p = (global float2 *)c; p[x * h / 2 + y / 2].x += a[x * h + y] * 0;"
              + " c[SIZE / 2 + x * h + y] = a[x * h + y];");

  /** Ranges with groups that have whole and broken vectors, smaller ones, offsets. */
  private static Stream<TestRange> ranges() {
    return Stream.of(
        TestRange.of(48, 48).local(16, 16),
        TestRange.of(20, 36).local(4, 9),
        TestRange.of(21, 70).local(1, 32),
        TestRange.of(37, 29).local(8, 8),
        TestRange.of(16, 64).local(16, 16).offset(3, 5),
        TestRange.of(19, 45).local(16, 32).offset(1, 2));
  }

  private static String kernel(String body) {
    return "#define SIZE " + SIZE + "\n" + HEAD + body + "\n}\n";
  }

  private static List<Float> run(KernelRunner runner, String source, TestRange range) {
    float[] a = new float[SIZE];
    float[] c = new float[SIZE];
    for (int i = 0; i < SIZE; i++) {
      a[i] = (i * 7919 % 1009) / 64f - 5;
      c[i] = (i * 31 % 97) / 8f;
    }
    int w = 8 + Math.toIntExact(range.global().get(0));
    int h = 8 + Math.toIntExact(range.global().get(1));
    runner.run(KernelRunner.OPENCL_3, source, "k", range, a, c, w, h);
    return IntStream.range(0, SIZE).mapToObj(i -> c[i]).toList();
  }

  private static List<Float> plain(String source, TestRange range) {
    try (KernelRunner runner = KernelRunner.of("optimize=quick,lanes=1")) {
      return run(runner, source, range);
    }
  }

  /**
   * What came of a run.
   *
   * @param reasons for the lanes of each version
   */
  private record Outcome(List<Float> results, List<String> reasons) {}

  private static Outcome run(String source, TestRange range) {
    CompileWatcher watcher = new CompileWatcher(null);
    try (KernelRunner runner = KernelRunner.of("versions=special,lanes=auto", watcher)) {
      List<Float> results = run(runner, source, range);
      return new Outcome(
          results, watcher.explanations().stream().map(KernelExplanation::why).toList());
    }
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void computeTheSame(TestRange range) {
    List<String> reasons = new ArrayList<>();
    for (Map.Entry<String, String> body : ROWS.entrySet()) {
      String source = kernel(body.getValue());
      List<Float> expected = plain(source, range);
      Outcome outcome = run(source, range);
      assertEquals(expected, outcome.results, body.getKey() + range);
      reasons.addAll(outcome.reasons);
      for (String options : List.of("versions=general", "optimize=quick", "features=sse2")) {
        try (KernelRunner runner = KernelRunner.of(options)) {
          String what = body.getKey() + " " + options + " " + range;
          assertEquals(expected, run(runner, source, range), what);
        }
      }
    }
    assertTrue(reasons.stream().anyMatch(r -> r.contains(ALONG)), reasons::toString);
  }

  @Test
  void dimensionTwoComputesTheSame() {
    String source = kernel("c[at] = c[at] + a[at + 1] + 5 * get_group_id(2) + get_local_id(0);");
    for (TestRange range :
        List.of(
            TestRange.of(6, 5, 40).local(3, 1, 16),
            TestRange.of(9, 7, 33).local(4, 4, 8).offset(1, 1, 2))) {
      Outcome outcome = run(source, range);
      assertEquals(plain(source, range), outcome.results);
      assertTrue(outcome.reasons.getFirst().contains(ALONG + 2), outcome.reasons::toString);
    }
  }

  @Test
  void otherBarriersAreToldOfTheProgramsGroup() {
    String source =
        kernel(
            "c[x * h + y] += a[x * h + y];"
                + "if (get_group_id(0) == 2 && get_group_id(1) == 1 && ly > 7)"
                + " barrier(CLK_LOCAL_MEM_FENCE); else barrier(CLK_GLOBAL_MEM_FENCE);"
                + " c[x * h + y] += 1;");
    CompileWatcher watcher = new CompileWatcher(null);
    try (KernelRunner runner = KernelRunner.of("versions=special,lanes=auto", watcher)) {
      TestRange range = TestRange.of(48, 48).local(16, 16);
      String told =
          String.valueOf(
              assertThrows(EngineException.class, () -> run(runner, source, range)).getMessage());
      assertTrue(told.contains("work-group (2, 1)"), told);
    }
    String why = watcher.explanations().getFirst().why();
    assertTrue(why.contains(ALONG), why);
  }
}

package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.simd.KernelExplanation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loops in which each lane walks along a row of its own load four of its elements at once. {@link
 * GuardPageTest} shows that they load no others.
 */
class RowLoadsTest {
  private static final int ITEMS = 64;
  private static final int MOST = 33;

  private static final String PRODUCT =
      "float s = 0; for (int k = 0; k < n; k++) s += a[i * n + k] * b[k]; c[i] = s;";

  private static final String ALL =
      "float s = 0; for (int k = 0; k <= n - 1; k++) s = s * 0.5f + a[i * n + k]; c[i] = s;";

  private static final String TURNED_ROUND =
      "float s = 1; for (uint k = 0; n > k; k++) s = s * 0.5f + a[i * n + k]; c[i] = s;";

  private static final String LONG =
      "float s = 0; for (size_t k = 0; k < n; ++k) s += a[i * n + k]; c[i] = s;";

  private static final String FROM_ELSEWHERE =
      "float s = 0; for (int k = n / 3; k < n; k++) s += a[i * n + k] * b[i]; c[i] = s;";

  private static final String OTHER_COUNTS =
      "float s = 0; for (int k = i % 5; k < n - i % 2; k++) s += a[i * n + k]; c[i] = s;";

  private static final String POINTERS =
      """
      global const float *row = a + i * n, *other = b;
      float s = 0;
      for (int k = 0; k < n; k++) s += *row++ * *other++;
      c[i] = s;
      """;

  private static final String TWO_ROWS =
      """
      float s = 0, t = 0;
      for (int k = 0; k < n; k++) { s += a[i * n + k] * b[k]; t += d[i * n + k] * b[k]; }
      c[i] = s + 2 * t;
      """;

  private static final String BRANCHES =
      """
      float s = 0;
      int above = 0;
      for (int k = 0; k < n; k++) {
        float x = a[i * n + k];
        if (x > b[i]) { s += x; above++; } else s *= 0.5f;
      }
      c[i] = s + above;
      """;

  private static final String LAST =
      "float last = 0; for (int k = 0; k < n; k++) { c[i] += last; last = a[i * n + k]; }";

  private static final String ROWS_WRITTEN =
      "for (int k = 0; k < n; k++) c[i * n + k] = a[i * n + k] * b[i];";

  private static final String ROWS_MOVED =
      """
      for (int k = 0; k < n; k++) {
        float x = b[k] * 2;
        if (x > 1) x = 1;
        c[i * n + k] = x;
      }
      """;

  private static final String NESTED =
      """
      float s = 0;
      for (int r = 0; r < 3; r++)
        for (int k = r; k < n; k++) s += a[i * n + k] - r;
      c[i] = s;
      """;

  private static final String BYTES =
      """
      global const uchar *row = (global const uchar *)a + i * n;
      uint h = 7;
      for (int k = 0; k < n; k++) h = h * 31 + row[k];
      c[i] = h & 0xffff;
      """;

  private static final String SHORTS =
      """
      global const short *row = (global const short *)a;
      int s = 0;
      for (int k = 0; k < n; k++) s += row[i * n + k] ^ s >> 3;
      c[i] = s & 0xffff;
      """;

  private static final String BYTES_WRITTEN =
      """
      global uchar *row = (global uchar *)c;
      for (int k = 0; k < n; k++) row[i * n + k] = k * 5 + i;
      """;

  private static final String PADDED =
      """
      global const uchar *row = (global const uchar *)a + i * n;
      uint h = 7;
      for (uint k = 0; k < n + 5; k++) h = h << 3 ^ h >> 7 ^ (k < n ? row[k] : k == n ? 0x80 : 0);
      c[i] = h & 0xffff;
      """;

  /** The second bound is not that of the other lanes. */
  private static final String TWO_BOUNDS =
      """
      float s = 0;
      for (int k = 0; k < n + 6; k++) {
        s *= 0.5f;
        if (k < n) s += a[i * n + k];
        if (k <= i % 9) s -= d[i * n + k];
      }
      c[i] = s;
      """;

  private static final String BOTH_BOUNDS =
      """
      float s = 0;
      for (int k = 0; k < n; k++) { s *= 0.5f; if (k < n - 2 && k < i) s += a[i * n + k]; }
      c[i] = s;
      """;

  // What is left alone.

  /** What is below the bound leaves the load out. */
  private static final String BEHIND_BOUND =
      """
      float s = 0;
      for (int k = 0; k < n; k++) { s *= 0.5f; if (k < 3) s += 1; else s += a[i * n + k]; }
      c[i] = s;
      """;

  private static final String SOMETIMES =
      "float s = 0; for (int k = 0; k < n; k++) if (b[k] > 0) s += a[i * n + k]; c[i] = s;";

  private static final String LEFT_EARLY =
      """
      float s = 0;
      for (int k = 0; k < n; k++) { if (a[i * n + k] > 10) break; s += b[k]; }
      c[i] = s;
      """;

  private static final String OWN_ROW =
      "for (int k = 1; k < n; k++) c[i * n + k] = c[i * n + k - 1] + a[k];";

  private static final String BACKWARDS =
      "float s = 0; for (int k = 0; k < n; k++) s = s * 0.5f + a[i * n + n - 1 - k]; c[i] = s;";

  /** A narrow index begins again at 0 amid a row. */
  private static final String NARROW_INDEX =
      """
      float s = 0;
      uchar at = 250;
      for (int k = 0; k < n; k++) { s = s * 0.5f + a[i * 24 + at]; at++; }
      c[i] = s;
      """;

  private static final String COLUMNS =
      "float s = 0; for (int k = 0; k < n; k++) s += a[k * 64 + i]; c[i] = s;";

  private static String kernel(String body) {
    return "kernel void k(global const float *a, global const float *b, global float *c, int n,"
        + " global const float *d)\n{\n  int i = get_global_id(0);\n"
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
    float[] c = numbers(ITEMS * MOST);
    float[] rows = numbers(ITEMS * MOST);
    runner.run(
        KernelRunner.OPENCL_3,
        kernel(body),
        "k",
        TestRange.of(ITEMS).local(32),
        rows,
        numbers(ITEMS),
        c,
        n,
        rows.clone());
    return c;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PRODUCT,
        ALL,
        TURNED_ROUND,
        LONG,
        FROM_ELSEWHERE,
        OTHER_COUNTS,
        POINTERS,
        TWO_ROWS,
        BRANCHES,
        LAST,
        ROWS_WRITTEN,
        NESTED,
        BYTES,
        SHORTS,
        BYTES_WRITTEN,
        PADDED,
        TWO_BOUNDS,
        BOTH_BOUNDS,
        BEHIND_BOUND,
        SOMETIMES,
        LEFT_EARLY,
        OWN_ROW,
        BACKWARDS,
        NARROW_INDEX,
        COLUMNS
      })
  void computeTheSame(String body) {
    for (int n : new int[] {0, 1, 3, 4, 7, 8, MOST}) {
      float[] expected;
      try (KernelRunner plain = KernelRunner.of("optimize=quick,lanes=1,versions=general")) {
        expected = run(plain, body, n);
      }
      for (String options :
          List.of(
              "versions=special",
              "versions=special,features=avx2",
              "versions=special,features=sse2",
              "lanes=4",
              "versions=general")) {
        KernelRunner.ifPossible(options)
            .ifPresent(
                runner -> {
                  try (runner) {
                    assertArrayEquals(expected, run(runner, body, n), options + " " + n);
                  }
                });
      }
    }
  }

  private static long rows(String body) {
    CompileWatcher watcher = new CompileWatcher(null);
    try (KernelRunner runner = KernelRunner.of("versions=special,features=avx512", watcher)) {
      run(runner, body, MOST);
    }
    return watcher.explanations().getFirst().decisions().stream()
        .map(KernelExplanation.Decision::text)
        .filter(t -> t.contains(" of <4 x "))
        .count();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PRODUCT,
        ALL,
        TURNED_ROUND,
        LONG,
        FROM_ELSEWHERE,
        OTHER_COUNTS,
        POINTERS,
        BRANCHES,
        LAST,
        NESTED,
        BYTES,
        SHORTS,
        PADDED,
        BOTH_BOUNDS
      })
  void rowsAreLoadedByFours(String body) {
    assertEquals(1, rows(body));
  }

  @Test
  void eachRowIsByItself() {
    assertEquals(2, rows(TWO_ROWS));
    assertEquals(2, rows(TWO_BOUNDS));
  }

  @Test
  void rowsAreStoredByFours() {
    assertEquals(1, rows(ROWS_MOVED));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {BEHIND_BOUND, SOMETIMES, LEFT_EARLY, OWN_ROW, BACKWARDS, NARROW_INDEX, COLUMNS})
  void otherLoadsStay(String body) {
    assertEquals(0, rows(body));
  }
}

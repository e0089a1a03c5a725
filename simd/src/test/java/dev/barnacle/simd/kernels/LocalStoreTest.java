package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.engine.Argument;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Stores to local memory by some work-items leave everything else as it is: what lies before and
 * behind, the elements between, and what was stored a moment before in the variable next to it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalStoreTest {
  /** The arrays touch one another, at no boundary of a vector. */
  private static final String SOURCE =
      """
      kernel void k(global long *out, local T *rest) {
        local T a[N], b[N], c[N];
        int l = get_local_id(0), d = out[0];
        a[l] = l + 1; b[l] = l + 2; c[l] = l + 3; rest[l] = l + 4;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l % 3 != 1) b[l] = l + 10;
        if (l % 5 != 2) a[l] = l + 20;
        if (l % 3 == 0) c[N - 1 - l] = l + 30;
        if (l % 7 > 2) rest[l] = l + 40;
        if (l % 5 == 2) b[l] = b[l] + 50;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l % 2 == 0) a[l ^ d] = l + 60;
        for (int k = 0; k < l % 4; k++) c[l] += k;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[4 * l] = a[l]; out[4 * l + 1] = b[l]; out[4 * l + 2] = c[l]; out[4 * l + 3] = rest[l];
      }
      """;

  private final Map<String, KernelRunner> runners = new HashMap<>();

  @AfterAll
  void close() {
    runners.values().forEach(KernelRunner::close);
  }

  private record Case(String features, String type, int items) {}

  static Stream<Case> cases() {
    return KernelRunner.FEATURES.stream()
        .flatMap(
            features ->
                Stream.of("uchar", "short", "int", "float", "long")
                    .flatMap(
                        type ->
                            Stream.of(6, 18, 38).map(items -> new Case(features, type, items))));
  }

  private static long[] expected(int items) {
    int[] a = new int[items];
    int[] b = new int[items];
    int[] c = new int[items];
    int[] rest = new int[items];
    for (int l = 0; l < items; l++) {
      a[l] = l % 5 != 2 ? l + 20 : l + 1;
      b[l] = l % 3 != 1 ? l + 10 : l + 2;
      b[l] += l % 5 == 2 ? 50 : 0;
      c[items - 1 - l] = l % 3 == 0 ? l + 30 : items - 1 - l + 3;
      rest[l] = l % 7 > 2 ? l + 40 : l + 4;
    }
    long[] out = new long[4 * items];
    for (int l = 0; l < items; l++) {
      if (l % 2 == 0) {
        a[l ^ 1] = l + 60;
      }
      c[l] += List.of(0, 0, 1, 3).get(l % 4);
    }
    for (int l = 0; l < items; l++) {
      out[4 * l] = a[l];
      out[4 * l + 1] = b[l];
      out[4 * l + 2] = c[l];
      out[4 * l + 3] = rest[l];
    }
    return out;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void onlyWhatIsStoredChanges(Case tried) {
    long[] out = new long[4 * tried.items()];
    out[0] = 1;
    String options = KernelRunner.OPENCL_3 + " -DT=" + tried.type() + " -DN=" + tried.items();
    runners
        .computeIfAbsent(tried.features(), f -> KernelRunner.of("features=" + f))
        .run(
            options,
            SOURCE,
            "k",
            TestRange.of(tried.items()).local(tried.items()),
            out,
            new Argument.Local(8L * tried.items()));
    assertArrayEquals(expected(tried.items()), out);
  }
}

package dev.barnacle.simd.internal.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.engine.NdRange;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.ir.Module;
import dev.barnacle.simd.internal.SimdPasses;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which kernels have groups of one row each run several at a time, and in what groups. */
class GroupsOfRowsTest {
  private static final String PRODUCT =
      "float sum = 0; for (int k = 0; k < n; k++) sum += a[y * n + k] * b[k * n + x];"
          + " c[y * n + x] = sum;";

  private static boolean rows(String body) throws FrontendException {
    return summary(body).rows();
  }

  private static KernelSummary summary(String body) throws FrontendException {
    String source =
        "kernel void k(global const float *a, global const float *b, global float *c, int n)\n{\n"
            + "  int x = get_global_id(0), y = get_global_id(1);\n"
            + body
            + "}\n";
    CompileRequest request = CompileRequest.of("k.cl", source).withOptions("-cl-std=CL3.0");
    Module module = OpenClCompiler.withoutCache().compile(request).module();
    SimdPasses.pipeline().run(module);
    return KernelSummary.of(module.kernels().getFirst());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PRODUCT,
        "if (x >= n || y >= n) return;" + PRODUCT,
        "if (get_global_size(1) > 7 && y >= get_global_offset(1)) {" + PRODUCT + "}"
      })
  void productsGain(String body) throws FrontendException {
    assertEquals(true, rows(body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (get_local_id(1) == 0) {" + PRODUCT + "}",
        "n += get_num_groups(1);" + PRODUCT,
        "local float t[4]; t[0] = 1;" + PRODUCT,
        "barrier(CLK_LOCAL_MEM_FENCE);" + PRODUCT,
        "c[y * n + x] = a[y * n + x];"
      })
  void kernelsThatSeeTheirGroupsAndThoseThatShareNothingDoNot(String body)
      throws FrontendException {
    assertEquals(false, rows(body));
  }

  @ParameterizedTest
  @CsvSource({
    "1024, 1024, 256, 1, 2, 8",
    "1024, 1024, 1024, 1, 2, 4",
    "1024, 1024, 4096, 1, 2, 1",
    "1024, 36, 256, 1, 2, 4",
    "1024, 35, 256, 1, 2, 1",
    "1024, 64, 256, 1, 2, 8",
    "1024, 64, 256, 1, 8, 4",
    "1024, 64, 256, 1, 32, 1",
    "1000, 1024, 256, 1, 2, 8",
    "1024, 1024, 8, 1, 2, 1",
    "1024, 1024, 64, 2, 2, 2"
  })
  void groupsHaveAsManyRowsAsThereAre(int x, int y, int localX, int localY, int threads, int rows) {
    NdRange range =
        new NdRange(
            List.of((long) x, (long) y), List.of((long) localX, (long) localY), List.of(0L, 0L));
    NdRange found = GroupCoarsening.rows(range, threads);
    assertEquals(List.of((long) localX, (long) rows), found.local());
    assertEquals(range.global(), found.global());
  }

  @ParameterizedTest
  @CsvSource({
    "1024, 1024, 16, 16, 2, 64, 256, 4",
    "1024, 1024, 8, 8, 2, 64, 256, 2",
    "1024, 1024, 64, 4, 2, 64, 256, 1",
    "1024, 1026, 64, 6, 2, 64, 128, 3",
    "1024, 1024, 32, 32, 2, 64, 256, 8",
    "1024, 1024, 32, 128, 2, 32, 256, 16",
    "1024, 1024, 16, 1, 2, 16, 16, 1",
    "96, 1024, 16, 16, 2, 32, 32, 16",
    "80, 1024, 16, 16, 2, 16, 16, 16",
    "100, 1024, 16, 16, 2, 16, 16, 16",
    "128, 128, 16, 16, 2, 64, 128, 8",
    "128, 128, 16, 16, 8, 16, 128, 2",
    "60, 600, 5, 6, 2, 20, 20, 6"
  })
  void tilesAreAsWideAsMemoryIsReadInRuns(
      int x, int y, int localX, int localY, int threads, int width, int flat, int height) {
    NdRange range =
        new NdRange(
            List.of((long) x, (long) y), List.of((long) localX, (long) localY), List.of(0L, 8L));
    assertEquals(inGroups(range, width, localY), GroupCoarsening.tiles(range, threads, false));
    assertEquals(inGroups(range, flat, height), GroupCoarsening.tiles(range, threads, true));
  }

  private static NdRange inGroups(NdRange range, long width, long height) {
    return new NdRange(range.global(), List.of(width, height), range.offset());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          c[y * n + x] = a[y * n + x - 1] + a[y * n + n + x] + b[y];      | true
          if (x < n) c[y * n + x] = a[y * n + x];                         | true
          int i = y * n + x; if (x > 0 && x < n - 1 && y > 0 && y < n - 1) c[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i - n] + a[i + n]); else c[i] = a[i]; | true
          c[y * n + x] = a[x * n + y];                                    | false
          c[x * n + y] = a[y * n + x];                                    | false
          c[y * n + x] = a[y * n + 2 * x];                                | false
          c[y * n + x] = b[(int) a[y * n + x]];                           | false
          """)
  void tilesOfKernelsThatMeetMemoryInRunsAreFlatter(String body, boolean runs)
      throws FrontendException {
    assertEquals(runs, summary(body).runs());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          c[y * n + x] = a[x * n + y];                                   | true
          if (x < n) c[x] = a[x] + b[y];                                 | true
          if (get_local_id(0) == 0) c[x] = 1;                            | false
          c[get_group_id(1)] = x;                                        | false
          c[y * n + x] = a[y * n + x]; barrier(CLK_LOCAL_MEM_FENCE);     | false
          for (int i = 0; i < n; i++) c[x] += a[y * n + i];              | false
          int s = x; while (s % n != y) s = s * 3 + 1; c[x] = s;         | true
          int s = x; while (s % n != y) s = s * 3 + b[y]; c[x] = s;      | false
          local float t[1]; t[0] = a[x]; c[x] = t[0];                    | false
          """)
  void tilesOfKernelsThatDoNotSeeThemAreWider(String body, boolean wider) throws FrontendException {
    assertEquals(wider, summary(body).tiles());
  }

  @Test
  void rangesOfOneDimensionHaveNoRows() {
    NdRange range = new NdRange(List.of(4096L), List.of(256L), List.of(0L));
    assertEquals(range, GroupCoarsening.rows(range, 1));
  }
}

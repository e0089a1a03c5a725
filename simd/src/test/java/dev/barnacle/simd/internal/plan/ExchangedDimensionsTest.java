package dev.barnacle.simd.internal.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.ir.Module;
import dev.barnacle.simd.internal.SimdPasses;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which dimension's neighbours are lanes, on a processor of the family of Zen 4. */
class ExchangedDimensionsTest {
  private static final TargetCpu AVX512 =
      new TargetCpu("x86_64-unknown-linux-gnu", "x86-64-v4", "znver4", "", 512, true);

  private static final String SWAPPED = "c[x * h + y] = c[x * h + y] * 0.5f + a[x] * a[y];";

  private static final String HEAD =
      """
      kernel void k(global const float *a, global float *c, int w, int h)
      {
        int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
        int lx = get_local_id(0), ly = get_local_id(1);
      """;

  private static Specialization groups(int x, int y, int z) {
    return Specialization.builder(x, y, z).smallIds(true).smallObjects(true).build();
  }

  private static CodePlan plan(String body, Specialization groups) throws FrontendException {
    String source = HEAD + body + "}\n";
    CompileRequest request = CompileRequest.of("k.cl", source).withOptions("-cl-std=CL3.0");
    Module module = OpenClCompiler.withoutCache().compile(request).module();
    SimdPasses.pipeline().run(module);
    return CodePlan.of(module.kernels().getFirst(), groups, AVX512, 0, true);
  }

  private static int along(String body, Specialization groups) throws FrontendException {
    return plan(body, groups).kernel().specialization().lanesAlong();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        SWAPPED,
        "if (x < w - 3 && y < h - 5) { c[x * h + y] += a[y * 2]; if (y == 0) c[x] += a[x]; }",
        "float s = 0; for (int i = 0; i < w; i++) s += a[i] * a[x * 3 + y] + c[x * h + y];"
            + " barrier(CLK_GLOBAL_MEM_FENCE); c[x * h + y] = s;",
        "local float t[32][32]; t[lx][ly] = a[x * h + y]; barrier(CLK_LOCAL_MEM_FENCE);"
            + " c[x * h + y] = t[lx][ly ^ 1];",
        "c[x * h + y] = a[y * w + x];",
      })
  void rowsAlongDimensionOneAreItsLanes(String body) throws FrontendException {
    assertEquals(1, along(body, groups(16, 16, 1)));
    assertEquals(1, along(body, groups(16, 32, 1)));
  }

  @Test
  void groupsNeedRoomForThem() throws FrontendException {
    assertEquals(1, along(SWAPPED, groups(1, 32, 1)));
    assertEquals(1, along(SWAPPED, groups(8, 8, 1)));
    assertEquals(0, along(SWAPPED, groups(64, 1, 1)));
    assertEquals(0, along(SWAPPED, groups(16, 3, 1)));
  }

  @Test
  void rowsAlongDimensionTwoAreItsLanes() throws FrontendException {
    String body = "int at = (x * h + y) * w + z; c[at] = c[at] + a[at + 1];";
    assertEquals(2, along(body, groups(4, 4, 16)));
    assertEquals(0, along(body, groups(16, 16, 1)));
  }

  @Test
  void edgesAreExchangedTooAndGeneralVersionsAreNot() throws FrontendException {
    Specialization full = groups(16, 16, 1);
    assertEquals(1, along(SWAPPED, full.forGroups(true)));
    assertEquals(0, along(SWAPPED, full.generalized(1024)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Memory in the order of dimension 0, or loads across it.
        "c[y * w + x] = a[y * w + x] * 2;",
        "c[y * w + x] = a[x * h + y];",
        "float s = 0; for (int i = 0; i < h; i++) s += a[y * h + i] * a[i * w + x];"
            + " c[y * w + x] = s;",
        "local float t[16][17]; t[ly][lx] = a[y * w + x]; barrier(CLK_LOCAL_MEM_FENCE);"
            + " c[(get_group_id(0) * 16 + ly) * h + get_group_id(1) * 16 + lx] = t[lx][ly];",
        // What would tell.
        "c[x * h + y] = get_global_linear_id();",
        "c[x * h + y] += get_local_linear_id();",
        "int d = w & 1; c[x * h + y] = a[x * h + y] + get_global_id(d);",
        "c[x * h + y] += work_group_scan_inclusive_add((int)a[x * h + y]);",
        "volatile global float *v = c; v[x * h + y] += 1;",
        "c[x * h + y] += a[x * h + y]; if (x < 0) printf(\"%d\\n\", y);",
        "c[x * h + y] += a[x * h + y]; if (x < 0) atomic_inc((global int *)c);",
      })
  void othersStay(String body) throws FrontendException {
    assertEquals(0, along(body, groups(16, 16, 1)), body);
  }

  /** Vectors of other lengths may have other functions. */
  @Test
  void functionsNeedTheSameLanes() throws FrontendException {
    String body = "c[x * h + y] = sin(a[x * h + y]);";
    assertEquals(0, along(body, groups(16, 8, 1)));
    assertEquals(1, along(body, groups(16, 16, 1)));
  }

  @Test
  void thePlanAndItsReasonSayIt() throws FrontendException {
    CodePlan plan = plan(SWAPPED, groups(8, 32, 1));
    String head = plan.text().lines().findFirst().orElseThrow();
    assertTrue(
        head.endsWith("8 x 32 x 1: 16 lanes along dimension 1, exchanged with 0")
            || head.endsWith("8 x 32 x 1: 32 lanes along dimension 1, exchanged with 0"),
        head);
    String why = plan.kernel().explain().why();
    assertTrue(why.endsWith(" along dimension 1: rows of memory"), why);
    assertEquals(List.of(8, 32, 1), plan.kernel().explain().localSize());
  }
}

package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.simd.CompileListener;
import dev.barnacle.simd.KernelExplanation;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Build options that change the machine code, and the attribute that chooses the sub-group size.
 */
class CodeOptionsTest {
  private static float[] run(KernelRunner runner, String source, String options, float... data) {
    float[] all = Arrays.copyOf(data, 64);
    runner.run(options, source, "k", TestRange.of(64).local(64), all);
    return Arrays.copyOf(all, data.length);
  }

  private static float[] run(String source, String options, float... data) {
    try (KernelRunner runner = KernelRunner.of("")) {
      return run(runner, source, options, data);
    }
  }

  /** Has the engine choose the lanes, also where the tests are run with a number of them. */
  private static KernelRunner ownLanes(CompileWatcher watcher) {
    return KernelRunner.of("lanes=auto", watcher);
  }

  private static String llvm(String source, String options) {
    CompileWatcher watcher = new CompileWatcher(CompileListener.Stage.LLVM);
    try (KernelRunner runner = ownLanes(watcher)) {
      run(runner, source, options, 1);
    }
    return watcher.texts().getFirst();
  }

  /** The option is a hint; the library's functions need gradual underflow. */
  @Test
  void denormalsStayWhereTheyMayBeZero() {
    String half = "kernel void k(global float *x) { x[get_global_id(0)] *= 0.5f; }";
    float least = Float.MIN_NORMAL;
    for (String options : List.of("", "-cl-denorms-are-zero")) {
      float[] results = run(half, options, least, 2, least / 2);
      assertEquals(List.of(least / 2, 1f, least / 4), List.of(results[0], results[1], results[2]));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-cl-mad-enable", "-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"})
  void aProductAndASumMayBecomeOneOperation(String options) {
    String source =
        """
        kernel void k(global float *x) {
          size_t i = get_global_id(0);
          float product = x[i] * x[i];
          x[i] = product - 1.00048828125f;
        }
        """;
    float value = 1 + 0x1p-12f;
    assertEquals(0, run(source, "", value)[0]);
    String assembly = assembly(source, options);
    Assumptions.assumeTrue(assembly.contains("ymm") || assembly.contains("zmm"), "needs FMA");
    assertEquals(0x1p-24f, run(source, options, value)[0]);
  }

  private static String assembly(String source, String options) {
    CompileWatcher watcher = new CompileWatcher(CompileListener.Stage.ASM);
    try (KernelRunner runner = KernelRunner.of("", watcher)) {
      run(runner, source, options, 1);
    }
    return watcher.texts().getFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "'', fadd <",
    "-cl-finite-math-only, fadd nnan ninf <",
    "-cl-no-signed-zeros, fadd nsz <",
    "-cl-mad-enable, fadd contract <",
    "-cl-fast-relaxed-math, fadd fast <"
  })
  void freedomsReachTheInstructions(String options, String expected) {
    String text = llvm("kernel void k(global float *x) { x[get_global_id(0)] += 3; }", options);
    String normal = text.replace("nnan ninf nsz arcp contract afn reassoc", "fast");
    assertTrue(normal.contains(expected), text);
  }

  @Test
  void divisionIsCorrectlyRoundedInAnyCase() {
    String source = "kernel void k(global float *x) { x[get_global_id(0)] /= 3; }";
    for (String options : List.of("", "-cl-fp32-correctly-rounded-divide-sqrt")) {
      assertEquals(7f / 3f, run(source, options, 7)[0]);
    }
  }

  /** Though the option says that there are no infinities, programs count on x / (1 + exp(-x)). */
  @ParameterizedTest
  @ValueSource(
      strings = {"1 / x[i]", "3 / (1 + x[i])", "x[i] / (1 + exp(-x[i]))", "sqrt(fabs(x[i]))"})
  void zerosAndInfinitiesDivideAsEver(String expression) {
    String source =
        "kernel void k(global float *x) { int i = get_global_id(0); x[i] = " + expression + "; }";
    float infinity = Float.POSITIVE_INFINITY;
    float[] x = {0, infinity, -150, -89, 1e-40f, Float.MAX_VALUE, 3, 0x1p127f, -0f, 150, 1, 7, 9};
    float[] exact = run(source, "", x);
    float[] fast = run(source, "-cl-fast-relaxed-math", x);
    for (int i = 0; i < x.length; i++) {
      assertEquals(exact[i], fast[i], 4 * Math.ulp(exact[i]), "of " + x[i]);
    }
  }

  /** OpenCL C 3.1, 7.4: division of single precision with relaxed math, 2.5 ulp. */
  @Test
  void relaxedQuotientsAreNear() {
    String source = "kernel void k(global float *x) { int i = get_global_id(0); x[i] = 5 / x[i]; }";
    SplittableRandom random = new SplittableRandom(11);
    float[] x = new float[64];
    for (int i = 0; i < x.length; i++) {
      x[i] = Math.scalb((float) random.nextDouble(1, 2), random.nextInt(-100, 100));
    }
    float[] quotients = run(source, "-cl-fast-relaxed-math", x);
    for (int i = 0; i < x.length; i++) {
      double exact = 5.0 / x[i];
      assertEquals(exact, quotients[i], 2.5 * Math.ulp((float) exact), "5 / " + x[i]);
    }
  }

  @Test
  void constantsCanBeSinglePrecision() {
    String source =
        "kernel void k(global float *x) { x[get_global_id(0)] = sizeof(1.0) == 4 ? 1 : 2; }";
    assertEquals(2, run(source, "", 0)[0]);
    assertEquals(1, run(source, "-cl-single-precision-constant", 0)[0]);
  }

  @Test
  void optimisationCanBeSwitchedOff() {
    String source = "kernel void k(global float *x) { x[get_global_id(0)] += 3; }";
    CompileWatcher watcher = new CompileWatcher(CompileListener.Stage.OPTIMIZED);
    try (KernelRunner runner = KernelRunner.of("", watcher)) {
      assertEquals(4, run(runner, source, "-cl-opt-disable", 1)[0]);
      assertEquals(4, run(runner, source, "", 1)[0]);
    }
    assertTrue(watcher.texts().getFirst().contains("call void @barnacle.group"), "not inlined");
    assertTrue(!watcher.texts().getLast().contains("call void @barnacle.group"), "inlined");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 8, 16, 32, 64})
  void theSubGroupSizeIsTheOneRequired(int size) {
    String source =
        "__attribute__((intel_reqd_sub_group_size(%d))) kernel void k(global float *x) { x[get_global_id(0)] += 3; }"
            .formatted(size);
    CompileWatcher watcher = new CompileWatcher(CompileListener.Stage.LLVM);
    try (KernelRunner runner = KernelRunner.of("", watcher)) {
      assertEquals(5, run(runner, source, "", 2)[0]);
    }
    assertEquals(size, watcher.explanations().getFirst().lanes());
  }

  /** Sums of neighbours take several registers at once (of 64 lanes at most); gathers one. */
  @Test
  void smallLoopsRunSeveralVectorsTogether() {
    int one = lanesOf("x[i] *= 2;");
    assertEquals(Math.min(64, 8 * one), lanesOf("for (size_t k = i; k < n; k += 64) s += x[k];"));
    assertEquals(one, lanesOf("for (size_t k = i; k < n; k += 64) s += x[(uint)x[k]];"));
    // Where iterations wait for themselves.
    int waiting = lanesOf("for (uint k = 0; s < 9 && k < n; k++) s += x[i] + k;");
    assertTrue(waiting > one, () -> "lanes: " + waiting);
  }

  private static int lanesOf(String statement) {
    String source =
        "kernel void k(global float *x) { uint i = get_global_id(0), n = 64; float s = 0; "
            + statement
            + " x[i] += s; }";
    CompileWatcher watcher = new CompileWatcher(CompileListener.Stage.LLVM);
    try (KernelRunner runner = ownLanes(watcher)) {
      run(runner, source, "", 2);
    }
    return watcher.explanations().getFirst().lanes();
  }

  @Test
  void aFormForAllLanesIsExplained() {
    String source =
        """
        kernel void k(global float *x) {
          uint i = get_global_id(0);
          if (i < 40)
            x[i] = x[i] * 3 + 1;
        }
        """;
    CompileWatcher watcher = new CompileWatcher(CompileListener.Stage.LLVM);
    try (KernelRunner runner = KernelRunner.of("lanes=16", watcher)) {
      assertEquals(7, run(runner, source, "", 2)[0]);
    }
    assertEquals(
        List.of(
            "from here: one form for all lanes, without masks, and one for some; skipped when there"
                + " is none"),
        texts(watcher.explanations().getFirst(), 4, "from here"));
  }

  /** All lanes of most vectors are inside, behind one test for each border. */
  @Test
  void theInsideOfAStencilHasAFormForAllLanes() {
    String source =
        """
        kernel void k(global float *x) {
          uint i = get_global_id(0);
          if (i >= 60)
            return;
          if (i == 0 || i == 17 || i == 34 || i == 59)
            x[i] = 1;
          else
            x[i] = x[i] * 3 + x[i] * x[i];
        }
        """;
    CompileWatcher watcher = new CompileWatcher(CompileListener.Stage.LLVM);
    try (KernelRunner runner = KernelRunner.of("lanes=16", watcher)) {
      assertEquals(10, run(runner, source, "", 2, 2)[1]);
    }
    assertEquals(
        List.of(
            "from here: one form for all lanes, without masks, and one for some; skipped when there"
                + " is none"),
        texts(watcher.explanations().getFirst(), 8, "from here"));
  }

  @Test
  void anExplanationSaysWhatTheCodeDoes() {
    String source =
        """
        kernel void k(global float *x) {
          size_t i = get_global_id(0);
          float a = x[i];
          float b = x[(uint)a % 64];
          float c = x[5];
          if (a > 3)
            x[i] = b + c;
        }
        """;
    CompileWatcher watcher = new CompileWatcher(CompileListener.Stage.LLVM);
    try (KernelRunner runner = KernelRunner.of("lanes=8", watcher)) {
      run(runner, source, "", 1);
    }
    KernelExplanation explanation = watcher.explanations().getFirst();
    assertEquals(8, explanation.lanes());
    assertEquals(List.of("load of f32: contiguous"), texts(explanation, 3, "load"));
    assertEquals(List.of("load of f32: gather"), texts(explanation, 4, "load"));
    assertEquals(List.of("load of f32: one for all lanes"), texts(explanation, 5, "load"));
    assertEquals(
        List.of("branch: lanes go different ways, each under its mask"),
        texts(explanation, 6, "branch"));
    assertEquals(
        List.of("store of f32: contiguous, for the lanes that run"),
        texts(explanation, 7, "store"));
  }

  private static List<String> texts(KernelExplanation explanation, int line, String start) {
    return explanation.decisions().stream()
        .filter(d -> d.location() != null && d.location().line() == line)
        .map(KernelExplanation.Decision::text)
        .filter(t -> t.startsWith(start))
        .toList();
  }
}

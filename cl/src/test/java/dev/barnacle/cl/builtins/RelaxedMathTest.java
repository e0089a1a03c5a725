package dev.barnacle.cl.builtins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.ObjectCode;
import dev.barnacle.cl.Program;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Mathematical functions of programs that are built with {@code -cl-fast-relaxed-math} or {@code
 * -cl-unsafe-math-optimizations} stay within the errors of OpenCL C 3.0, 7.4, "ULP values for
 * single precision built-in math functions with unsafe math optimizations".
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RelaxedMathTest {
  private static final String FAST = "-cl-std=CL3.0 -cl-fast-relaxed-math";
  private static final int COUNT = 4096;

  private static final Map<String, DoubleUnaryOperator> FUNCTIONS =
      Map.of(
          "exp", StrictMath::exp,
          "exp2", x -> StrictMath.pow(2, x),
          "exp10", x -> StrictMath.pow(10, x),
          "log", StrictMath::log,
          "log2", x -> StrictMath.log(x) / StrictMath.log(2),
          "log10", StrictMath::log10,
          "sin", StrictMath::sin,
          "cos", StrictMath::cos,
          "tan", StrictMath::tan);

  private final Context context = Context.create();

  @AfterAll
  void close() {
    context.close();
  }

  private static float[] random(double least, double most) {
    SplittableRandom random = new SplittableRandom(7);
    float[] numbers = new float[COUNT];
    for (int i = 0; i < COUNT; i++) {
      numbers[i] = (float) random.nextDouble(least, most);
    }
    return numbers;
  }

  private float[] results(String options, String expression, float[] x, float[] y) {
    String source =
        "kernel void k(global const float *a, global const float *b, global float *r) {"
            + " int i = get_global_id(0); float x = a[i], y = b[i]; float4 v = x; r[i] = "
            + expression
            + "; }";
    try (Program program = context.build(source, options)) {
      return run(program, x, y);
    }
  }

  private float[] run(Program program, float[] x, float[] y) {
    float[] results = new float[x.length];
    try (Buffer a = context.buffer(x);
        Buffer b = context.buffer(y);
        Buffer r = context.buffer(results)) {
      program.kernel("k").with(a, b, r).run(NDRange.of(x.length));
      r.read(results);
    }
    return results;
  }

  private float[] results(String name, float... x) {
    return results(FAST, name + "(x)", x, x);
  }

  /** Compares with the exact values. */
  private void within(String name, float[] x, DoubleBinaryOperator allowed) {
    DoubleUnaryOperator function = Objects.requireNonNull(FUNCTIONS.get(name));
    for (String expression : List.of(name + "(x)", name + "(v).z", "native_" + name + "(x)")) {
      float[] results = results(FAST, expression, x, x);
      for (int i = 0; i < x.length; i++) {
        double exact = function.applyAsDouble(x[i]);
        double error = Math.abs(results[i] - exact);
        double bound = allowed.applyAsDouble(x[i], exact);
        String what = expression + " of " + x[i] + ": " + results[i] + ", exactly " + exact;
        assertTrue(error <= bound, what);
      }
    }
  }

  private static double ulp(double exact) {
    return Math.ulp((float) exact);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exp", "exp2", "exp10"})
  void exponentialsErrByMoreForLargerArguments(String name) {
    double most = name.equals("exp10") ? 37 : 87;
    double factor = name.equals("exp10") ? 8 : 2;
    within(name, random(-most, most), (x, y) -> (3 + Math.floor(Math.abs(factor * x))) * ulp(y));
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "log2", "log10"})
  void logarithmsErrByThreeUlpsOrByLittleAroundOne(String name) {
    within(name, random(0.5, 2), (x, y) -> 0x1p-21);
    within(name, random(2, 1e9), (x, y) -> 3 * ulp(y));
    within(name, random(1e-37, 1e-30), (x, y) -> 3 * ulp(y));
    within(name, random(1e-42, 1e-38), (x, y) -> 3 * ulp(y));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sin", "cos"})
  void sinesErrByLittleFromMinusPiToPi(String name) {
    within(name, random(-Math.PI, Math.PI), (x, y) -> 0x1p-20);
    within(name, random(-1000, 1000), (x, y) -> 0x1p-11);
  }

  @Test
  void tangentsAreQuotients() {
    within("tan", random(-1.5, 1.5), (x, y) -> 0x1p-16 * Math.max(1, Math.abs(y)) * 16);
  }

  @Test
  void powersOfNegativeNumbersHaveTheirSign() {
    float[] x = random(-3, 3);
    float[] y = new float[COUNT];
    for (int i = 0; i < COUNT; i++) {
      y[i] = i % 13 - 6;
    }
    float[] results = results(FAST, "pow(x, y)", x, y);
    for (int i = 0; i < COUNT; i++) {
      double exact = StrictMath.pow(x[i], y[i]);
      assertEquals(exact, results[i], Math.abs(exact) * 0x1p-14, x[i] + "^" + y[i]);
    }
  }

  @Test
  void whatIsTooLargeOrTooSmallIsInfiniteOrZero() {
    assertEquals(Float.POSITIVE_INFINITY, results("exp", 200)[0]);
    assertEquals(0, results("exp", -200)[0]);
    assertEquals(Math.exp(-100), results("exp", -100)[0], 1e-44);
    assertEquals(Float.NEGATIVE_INFINITY, results("native_log", 0)[0]);
    assertTrue(Math.abs(results("sin", 3e30f)[0]) <= 1.0001f);
  }

  @Test
  void programsWithoutTheOptionsDontChange() {
    float[] x = random(-3, 3);
    float[] strict = results("-cl-std=CL3.0", "exp(x) + sin(x)", x, x);
    for (int i = 0; i < COUNT; i++) {
      double exact = StrictMath.exp(x[i]) + StrictMath.sin(x[i]);
      assertEquals(exact, strict[i], 3 * ulp(StrictMath.exp(x[i])) + 4 * 0x1p-24);
    }
  }

  @Test
  void eachOfSeveralProgramsIsLinkedAsItWasCompiled() {
    ObjectCode callee =
        context.compile("f.cl", "float f(float x) { return exp(x); }", Map.of(), FAST);
    String source =
        "float f(float); kernel void k(global const float *a, global const float *b,"
            + " global float *r) { int i = get_global_id(0); r[i] = f(a[i]) - exp(a[i]); }";
    ObjectCode caller = context.compile("k.cl", source, Map.of(), "-cl-std=CL3.0");
    try (Program program = context.load(context.link(List.of(callee, caller), ""))) {
      float[] x = random(5, 20);
      float[] differences = run(program, x, x);
      int different = 0;
      for (int i = 0; i < COUNT; i++) {
        assertEquals(0, differences[i], 64 * ulp(Math.exp(x[i])));
        different += differences[i] == 0 ? 0 : 1;
      }
      assertTrue(different > 0, "both are the same function");
    }
  }
}

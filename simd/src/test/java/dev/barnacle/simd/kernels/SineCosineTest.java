package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sines and cosines of all kinds of floats are within 1.5 ulp, by each instruction set. */
class SineCosineTest {
  private static final int COUNT = 1 << 20;

  private static final String SOURCE =
      """
      kernel void k(global const float *x, global float *s, global float *c)
      {
        size_t i = get_global_id(0);
        s[i] = sin(x[i]);
        c[i] = cos(x[i]);
      }
      """;

  /** Returns numbers of all sizes, those next to multiples of pi/4, and what is no number. */
  private static float[] arguments() {
    float[] x = new float[COUNT];
    for (int i = 0; i < COUNT; i++) {
      int bits = i * 4093;
      int kind = i % 4;
      float quarter = (float) ((i >> 3) * (Math.PI / 4));
      x[i] =
          kind == 0
              ? Float.intBitsToFloat(bits)
              : kind == 1
                  ? Float.intBitsToFloat(Float.floatToRawIntBits(quarter) + (i >> 2) % 3 - 1)
                  : kind == 2 ? (i - COUNT / 2) * 0x1p-12f : -i * 0x1.1p-3f;
    }
    x[1] = -0f;
    return x;
  }

  private static void check(String name, float x, double exact, float found) {
    float expected = (float) exact;
    if (Float.isNaN(expected)) {
      assertTrue(Float.isNaN(found), name + " of " + x);
    } else {
      double error = Math.abs(found - exact) / Math.ulp(expected);
      assertTrue(error <= 1.5, () -> name + " of " + x + ": " + error + " ulp");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "lanes=4", "features=avx2", "features=sse2", "lanes=1"})
  void areNearTheExactValue(String options) {
    KernelRunner.ifPossible(options)
        .ifPresent(
            runner -> {
              float[] x = arguments();
              float[] s = new float[COUNT];
              float[] c = new float[COUNT];
              try (runner) {
                runner.run("", SOURCE, "k", TestRange.of(COUNT).local(64), x, s, c);
              }
              for (int i = 0; i < COUNT; i++) {
                check("sin", x[i], Math.sin(x[i]), s[i]);
                check("cos", x[i], Math.cos(x[i]), c[i]);
              }
              assertEquals(-0f, s[1]);
            });
  }
}

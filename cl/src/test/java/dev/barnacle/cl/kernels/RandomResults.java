package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import java.util.function.BiConsumer;

/** What a random kernel has written. */
final class RandomResults {
  /** Each of two inexact results may be some ulps off. */
  private static final float TOLERANCE = 32 * 0x1p-23f;

  private final RandomKernel kernel;
  private final int[] out;
  private final float[] fout;
  private final int[] counters = new int[RandomKernel.COUNTERS];

  private RandomResults(RandomKernel kernel) {
    this.kernel = kernel;
    this.out = new int[RandomKernel.RESULTS * kernel.items()];
    this.fout = new float[RandomKernel.FLOAT_RESULTS * kernel.items()];
  }

  /** Builds a kernel, runs it and returns its results. */
  static RandomResults of(RandomKernel kernel, Context context) {
    return of(kernel, context, BoundKernel::run);
  }

  /** Builds a kernel, has it launched and returns its results. */
  static RandomResults of(
      RandomKernel kernel, Context context, BiConsumer<BoundKernel, NDRange> launch) {
    int[] in = numbers(RandomExpressions.INPUTS + 4);
    float[] fin = new float[RandomExpressions.INPUTS];
    for (int i = 0; i < fin.length; i++) {
      fin[i] = (i * 37 % 101) * 0.75f - 20;
    }
    RandomResults results = new RandomResults(kernel);
    try (Program program = context.build(kernel.source(), "-cl-std=CL3.0");
        Buffer inputs = context.buffer(in);
        Buffer floats = context.buffer(fin);
        Buffer out = context.buffer(results.out);
        Buffer fout = context.buffer(results.fout);
        Buffer counters = context.buffer(results.counters)) {
      launch.accept(
          program.kernel("k").with(inputs, floats, out, fout, counters, kernel.n()),
          kernel.range());
      out.read(results.out);
      fout.read(results.fout);
      counters.read(results.counters);
    }
    return results;
  }

  /** Returns an array of this length with the index in each element, times 7 and plus 3. */
  static int[] numbers(int length) {
    int[] numbers = new int[length];
    for (int i = 0; i < length; i++) {
      numbers[i] = 7 * i + 3;
    }
    return numbers;
  }

  /** Integers and exact floats are the same to the bit, the others within some ulps. */
  void assertAgree(RandomResults others) {
    String what = kernel.range() + ", n = " + kernel.n() + "\n" + kernel.source();
    assertArrayEquals(out, others.out, what);
    assertArrayEquals(counters, others.counters, what);
    for (int i = 0; i < fout.length; i++) {
      float a = fout[i];
      float b = others.fout[i];
      boolean exact = i % RandomKernel.FLOAT_RESULTS == 0;
      boolean agree =
          Float.compare(a, b) == 0 || (!exact && Math.abs(a - b) <= TOLERANCE * Math.abs(a));
      assertTrue(agree, i + ": " + a + ", " + b + "\n" + what);
    }
  }

  /** All are the same to the bit, whichever NaN a NaN is. */
  void assertSame(RandomResults others) {
    String what = kernel.range() + ", n = " + kernel.n() + "\n" + kernel.source();
    assertArrayEquals(out, others.out, what);
    assertArrayEquals(counters, others.counters, what);
    assertArrayEquals(fout, others.fout, what);
  }
}

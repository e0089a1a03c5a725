package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Work-items compute the same as lanes of vectors and one by one: random kernels with a local size
 * of 1 (never lanes) are the oracle of wide work-groups. {@code -Dbarnacle.test.kernels=N} tries N
 * kernels; the seed is the test's argument.
 */
class LanesTest extends KernelTests {
  private static final int ITEMS = 83;

  static LongStream seeds() {
    return LongStream.range(0, Integer.getInteger("barnacle.test.kernels", 15));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void lanesComputeWhatSingleWorkItemsDo(long seed) {
    String source = RandomKernel.source(seed);
    int[] expected = results(source, 1, seed);
    assertArrayEquals(expected, results(source, 16, seed), () -> "local size 16:\n" + source);
    assertArrayEquals(expected, results(source, 37, seed), () -> "local size 37:\n" + source);
  }

  private int[] results(String source, int local, long seed) {
    int[] out = new int[ITEMS];
    run(source, "k", line(ITEMS, local), numbers(64), out, (int) (seed % 11));
    return out;
  }
}

package dev.barnacle.cl.kernels;

import dev.barnacle.cl.Context;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Work-items compute the same as lanes of vectors and one by one: random kernels. {@code
 * -Dbarnacle.test.kernels=N} tries N of them, {@code -Dbarnacle.test.seed=S} starts at the seed S;
 * the seed is the test's argument.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LanesTest {
  private final Context lanes = Context.create();
  private final Context oneByOne = Context.builder().engineOptions("lanes=1").create();

  @AfterAll
  void close() {
    lanes.close();
    oneByOne.close();
  }

  static LongStream seeds() {
    long first = Long.getLong("barnacle.test.seed", 0);
    return LongStream.range(first, first + Long.getLong("barnacle.test.kernels", 40));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void lanesComputeWhatSingleWorkItemsDo(long seed) {
    RandomKernel kernel = RandomKernel.of(seed);
    RandomResults.of(kernel, oneByOne).assertAgree(RandomResults.of(kernel, lanes));
  }
}

package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Context;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchOptions;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random kernels, which are without faults, compute the same under the engine that watches as in
 * vectors, and nothing is found in them. {@code -Dbarnacle.test.kernels=N} tries N of them, {@code
 * -Dbarnacle.test.seed=S} starts at the seed S; the seed is the test's argument.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchedKernelsTest {
  private final Context lanes = Context.create();
  private final Context watched =
      Context.builder().watched().watch(WatchOptions.defaults().withSchedules(2)).create();

  @AfterAll
  void close() {
    lanes.close();
    watched.close();
  }

  static LongStream seeds() {
    long first = Long.getLong("barnacle.test.seed", 0);
    return LongStream.range(first, first + Long.getLong("barnacle.test.kernels", 24));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void watchedKernelsComputeWhatLanesDo(long seed) {
    RandomKernel kernel = RandomKernel.of(seed);
    RandomResults.of(kernel, lanes)
        .assertAgree(
            RandomResults.of(
                kernel,
                watched,
                (bound, range) -> {
                  Report report = bound.check(range);
                  assertTrue(report.isClean(), () -> report + "\n" + kernel.source());
                }));
  }
}

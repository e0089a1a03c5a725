package dev.barnacle.cl.kernels;

import dev.barnacle.cl.Context;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Work-items compute the same as lanes of vectors and one by one: random kernels. {@code
 * -Dbarnacle.test.kernels=N} tries N of them, {@code -Dbarnacle.test.seed=S} starts at the seed S;
 * the seed is the test's argument.
 *
 * <p>What is compared is the engine's own work, so that most machine code is made quickly (a third
 * of a second a kernel); every eighth seed has LLVM do all it can, and two of eight run code for
 * any local size. Where {@code -Dbarnacle.simd} says nothing else, some take other numbers of lanes
 * than the engine would.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LanesTest {
  private static final String QUICK = "cache=off,optimize=quick";
  private static final String GENERAL = ",versions=general";

  /** What a seed's kernel runs with, by the seed's last digit in base 8. */
  private static final List<String> TURNS =
      System.getProperty("barnacle.simd", "").isEmpty()
          ? List.of(
              "cache=off,optimize=full",
              QUICK,
              QUICK + GENERAL,
              QUICK + ",lanes=4",
              QUICK,
              QUICK + ",lanes=16",
              QUICK + GENERAL,
              QUICK)
          : List.of(
              "cache=off,optimize=full",
              QUICK,
              QUICK + GENERAL,
              QUICK,
              QUICK,
              QUICK,
              QUICK + GENERAL,
              QUICK);

  private final Map<String, Context> contexts = new HashMap<>();

  @AfterAll
  void close() {
    contexts.values().forEach(Context::close);
  }

  static LongStream seeds() {
    long first = Long.getLong("barnacle.test.seed", 0);
    return LongStream.range(first, first + Long.getLong("barnacle.test.kernels", 40));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void lanesComputeWhatSingleWorkItemsDo(long seed) {
    RandomKernel kernel = RandomKernel.of(seed);
    RandomResults oneByOne = RandomResults.of(kernel, context(QUICK + ",lanes=1"));
    oneByOne.assertAgree(RandomResults.of(kernel, context(TURNS.get((int) (seed & 7)))));
  }

  /** The code that a kernel begins with is exchanged for better code while nobody looks. */
  @ParameterizedTest
  @MethodSource("pairs")
  void quicklyMadeCodeComputesTheSameBits(long seed) {
    RandomKernel kernel = RandomKernel.of(seed);
    RandomResults full =
        RandomResults.of(kernel, context("cache=off,optimize=full,versions=special"));
    full.assertSame(RandomResults.of(kernel, context(QUICK)));
  }

  /** Fewer than the others: LLVM does all that it can for each of them. */
  static LongStream pairs() {
    return seeds().filter(seed -> seed % 5 == 0);
  }

  private Context context(String options) {
    return contexts.computeIfAbsent(options, o -> Context.builder().engineOptions(o).create());
  }
}

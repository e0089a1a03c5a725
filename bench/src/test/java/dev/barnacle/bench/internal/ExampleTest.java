package dev.barnacle.bench.internal;

import dev.barnacle.bench.internal.ExampleCases.Case;
import dev.barnacle.bench.internal.ExampleCases.Cover;
import dev.barnacle.cl.Context;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every example computes what its reference in Java does, with local sizes of 1, 7, 64 and 256
 * work-items that do not divide the problem.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExampleTest {
  private static final int[] LOCAL_SIZES = {1, 7, 64, 256};

  private final BarnaclePlatform platform = new BarnaclePlatform(Context.builder());

  @AfterAll
  void close() {
    platform.close();
  }

  static Stream<Case> roundedUp() {
    return cases(Cover.ROUNDED_UP);
  }

  static Stream<Case> nonUniform() {
    return cases(Cover.NON_UNIFORM);
  }

  private static Stream<Case> cases(Cover cover) {
    return IntStream.of(LOCAL_SIZES)
        .boxed()
        .flatMap(items -> ExampleCases.all(items, cover).stream());
  }

  /** The global size is rounded up; the kernels leave the work-items beyond the problem alone. */
  @ParameterizedTest
  @MethodSource("roundedUp")
  void rightWithGuards(Case example) {
    example.run(platform);
  }

  /** The global size is the problem's; the last work-groups are smaller. */
  @ParameterizedTest
  @MethodSource("nonUniform")
  void rightWithNonUniformGroups(Case example) {
    example.run(platform);
  }
}

package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.watch.Report;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random kernels whose work-items wait for each other, in vectors of several widths, one by one and
 * watched: all end, with the right results ({@code -Dbarnacle.test.waits=N} for more of them).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RandomWaitsTest {
  private static final int[] LOCAL = {1, 5, 16, 64};

  private final Map<String, Context> contexts = new LinkedHashMap<>();

  RandomWaitsTest() {
    for (String lanes : new String[] {"auto", "1", "4", "16"}) {
      contexts.put(lanes, Context.builder().engineOptions("lanes=" + lanes).create());
    }
    contexts.put("watch", Context.builder().watched().create());
  }

  @AfterAll
  void close() {
    contexts.values().forEach(Context::close);
  }

  static LongStream seeds() {
    return LongStream.range(0, Integer.getInteger("barnacle.test.waits", 4));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void kernelsEnd(long seed) {
    int local = LOCAL[(int) seed % LOCAL.length];
    int items = 2 * local + (int) (seed * 37 % 150);
    RandomWaits kernel = new RandomWaits(seed, items, local);
    contexts.forEach((name, context) -> check(name, context, kernel, items, local, seed));
  }

  private static void check(
      String name, Context context, RandomWaits waits, int items, int local, long seed) {
    int[] v = new int[waits.words()];
    int[] out = new int[items];
    try (Program program = context.build(waits.source(), "-cl-std=CL3.0");
        Buffer flags = context.buffer(new int[waits.words()]);
        Buffer values = context.buffer(v);
        Buffer results = context.buffer(out)) {
      BoundKernel kernel = program.kernel("k").with(flags, values, results);
      NDRange range = NDRange.of(items).local(local);
      if (name.equals("watch")) {
        Report report = kernel.check(range);
        assertTrue(report.isClean(), () -> report + "\n" + waits.source());
      } else {
        kernel.run(range);
      }
      values.read(v);
      results.read(out);
    }
    String what = "seed " + seed + ", lanes " + name + "\n" + waits.source();
    assertArrayEquals(waits.results(), out, what);
    assertTrue(waits.areRight(v), what);
  }
}

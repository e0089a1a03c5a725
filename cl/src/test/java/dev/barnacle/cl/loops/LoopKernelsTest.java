package dev.barnacle.cl.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.cl.loops.LoopRunner.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Random loops compute what gcc makes them compute. {@code -Dbarnacle.test.loops=N} tries N kernels
 * with all instruction sets, {@code -Dbarnacle.test.seed=S} begins with the seed S; what is wrong
 * is printed at once, and each minute how far it is, to go on from there.
 */
class LoopKernelsTest {
  private static final int FEW = 128;
  private static final long MINUTE = 60_000_000_000L;

  private final List<Failure> failures = new ArrayList<>();
  private final List<String> features = Setup.features();
  private final long start = System.nanoTime();
  private long told = start;

  @Test
  void loopsComputeWhatGccSays() throws IOException {
    assumeTrue(Reference.isThere(), "gcc is not installed");
    boolean many = System.getProperty("barnacle.test.loops") != null;
    long first = Long.getLong("barnacle.test.seed", 0);
    long end = first + Long.getLong("barnacle.test.loops", FEW);
    try (LoopRunner runner = new LoopRunner()) {
      for (long seed = first; seed < end; seed = nextBlock(seed)) {
        if (many) {
          tell(runner, seed, first);
        }
        List<LoopKernel> kernels =
            LongStream.range(seed, Math.min(end, nextBlock(seed)))
                .mapToObj(LoopKernel::of)
                .toList();
        List<Failure> more = runner.run(kernels, many ? features : turn(seed));
        for (Failure failure : more) {
          System.out.println(failure.report(runner.reduced(failure)));
        }
        failures.addAll(more);
      }
      if (many) {
        System.out.println(runner.statistics());
      }
    }
    assertEquals(0, failures.size(), "kernels that were compiled wrongly; see above");
  }

  private static long nextBlock(long seed) {
    return (Math.floorDiv(seed, Setup.BLOCK) + 1) * Setup.BLOCK;
  }

  /** Fewer kernels take turns. */
  private List<String> turn(long seed) {
    long block = Math.floorDiv(seed, Setup.BLOCK);
    return List.of(features.get(Math.floorMod(block, features.size())));
  }

  private void tell(LoopRunner runner, long seed, long first) {
    long now = System.nanoTime();
    if (now - told >= MINUTE) {
      told = now;
      System.out.printf(
          "seed %d: %d kernels in %d min, %d wrong; %s%n",
          seed, seed - first, (now - start) / MINUTE, failures.size(), runner.statistics());
    }
  }
}

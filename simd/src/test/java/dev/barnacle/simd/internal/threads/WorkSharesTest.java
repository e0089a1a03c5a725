package dev.barnacle.simd.internal.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** How the steps of a launch are handed out. */
class WorkSharesTest {
  private static final long MICROSECOND = 1_000;

  @Property(tries = 300)
  void eachStepIsHandedOutOnce(
      @ForAll @IntRange(min = 1, max = 9) int shares,
      @ForAll @LongRange(min = 0, max = 1000) long more,
      @ForAll @LongRange(min = 0, max = 100_000) long nanos,
      @ForAll long seed) {
    long steps = shares + more;
    GrainSize cost = new GrainSize(false);
    if (nanos > 0) {
      cost.measured(1, nanos);
    }
    TestShares shared = new TestShares(steps, shares, cost);
    Random random = new Random(seed);
    int[] taken = new int[(int) steps];
    for (TestShares.Chunk c = shared.take(random.nextInt(shares));
        c != null;
        c = shared.take(random.nextInt(shares))) {
      assertTrue(c.size() > 0, "an empty chunk");
      for (long step = c.begin(); step < c.end(); step++) {
        taken[(int) step]++;
      }
    }
    for (int step = 0; step < steps; step++) {
      assertEquals(1, taken[step], "times that step " + step + " was handed out");
    }
  }

  @Test
  void aThreadHasTheSameShareInEachLaunchAndThenHelpsTheOthers() {
    for (int launch = 0; launch < 2; launch++) {
      TestShares shared = new TestShares(100, 4, new GrainSize(false));
      List<Long> begins = new ArrayList<>();
      for (TestShares.Chunk c = shared.take(2); c != null; c = shared.take(2)) {
        begins.add(c.begin());
      }
      assertEquals(50, begins.getFirst(), "the first step of the share");
      assertTrue(begins.indexOf(75L) < begins.indexOf(0L), "the next share before the first");
    }
  }

  @Test
  void chunksOfCheapStepsAreLargeAndOfCostlyOnesSmall() {
    GrainSize cheap = new GrainSize(false);
    cheap.measured(1000, 1000);
    assertEquals(5_000, chunk(new TestShares(10_000, 2, cheap)), "steps of a nanosecond");
    GrainSize costly = new GrainSize(false);
    costly.measured(1, 1000 * MICROSECOND);
    assertEquals(1, chunk(new TestShares(8, 2, costly)), "steps of a millisecond");
    assertEquals(1250, chunk(new TestShares(10_000, 2, costly)), "a quarter of a share");
  }

  private static long chunk(TestShares steps) {
    TestShares.Chunk chunk = steps.take(0);
    assertNotNull(chunk);
    return chunk.size();
  }

  @Test
  void costsFollowTheLatestMeasurements() {
    GrainSize cost = new GrainSize(false);
    assertEquals(Double.MAX_VALUE, cost.nanos(1), "nothing is known");
    assertEquals(1, cost.stepsIn(1_000_000), "nothing is known");
    cost.measured(10, 1_000);
    assertEquals(500, cost.nanos(5), "five steps of a hundred nanoseconds");
    for (int i = 0; i < 50; i++) {
      cost.measured(1, 1_000_000);
    }
    assertEquals(1e6, cost.nanos(1), 1, "a step that became dear");
  }

  @Test
  void stepsThatMayWaitForEachOtherAreTakenInOrder() {
    GrainSize cost = new GrainSize(true);
    cost.measured(1, 1);
    TestShares shared = new TestShares(6, 2, cost);
    for (long step = 0; step < 6; step++) {
      assertEquals(new TestShares.Chunk(step, step + 1), shared.take(0));
    }
  }

  @Test
  void stepsThatMayWaitForEachOtherAreNeverForOneThread() {
    for (boolean mayWait : new boolean[] {false, true}) {
      GrainSize cost = new GrainSize(mayWait);
      assertEquals(false, cost.isBelow(Long.MAX_VALUE, 1), "nothing is known");
      cost.measured(1, 1);
      assertEquals(!mayWait, cost.isBelow(1000, 2), "short steps, that may wait: " + mayWait);
    }
  }
}

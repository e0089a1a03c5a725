package dev.barnacle.simd.internal.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.simd.internal.abi.KnownArgument;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Code is made for values that many launches in a row have, and for few such values. */
class SteadyTrialTest {
  private static final long MILLISECOND = 1_000_000;

  private static List<KnownArgument> values(long value) {
    return List.of(new KnownArgument(3, value));
  }

  /** Returns after how many launches code is ordered; 0 if it is not. */
  private static int ordered(SteadyTrial trial, List<KnownArgument> values, long took) {
    for (int i = 1; i <= 1000; i++) {
      if (trial.count(values, took)) {
        return i;
      }
    }
    return 0;
  }

  @Test
  void launchesOfSomeLengthCount() {
    assertFalse(SteadyTrial.isLong(10_000));
    assertTrue(SteadyTrial.isLong(30_000));
    assertEquals(16, ordered(new SteadyTrial(), values(5), 5 * MILLISECOND));
    assertEquals(100, ordered(new SteadyTrial(), values(5), MILLISECOND / 10));
  }

  @Test
  void otherValuesBeginAnew() {
    SteadyTrial trial = new SteadyTrial();
    for (int i = 0; i < 100; i++) {
      assertFalse(trial.count(values(i % 2), 5 * MILLISECOND));
    }
    assertEquals(16, ordered(trial, values(2), 5 * MILLISECOND));
  }

  @Test
  void codeIsMadeOnceForEachOfTwoValues() {
    SteadyTrial trial = new SteadyTrial();
    assertEquals(16, ordered(trial, values(1), MILLISECOND));
    assertEquals(0, ordered(trial, values(1), MILLISECOND));
    assertEquals(16, ordered(trial, values(2), MILLISECOND));
    assertEquals(0, ordered(trial, values(3), MILLISECOND));
    assertEquals(0, ordered(new SteadyTrial(), List.of(), MILLISECOND));
  }

  @Test
  void thereIsCodeOnceItIsMade() {
    SteadyTrial trial = new SteadyTrial();
    assertEquals(List.of(), trial.ready());
    trial.end(values(1));
    assertEquals(values(1), trial.ready());
  }
}

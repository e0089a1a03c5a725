package dev.barnacle.simd.internal.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.simd.internal.abi.ConstantArgument;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Code is made for values that many launches in a row have, and for few such values. */
class ValueProfileTest {
  private static final long MILLISECOND = 1_000_000;

  private static List<ConstantArgument> values(long value) {
    return List.of(new ConstantArgument(3, value));
  }

  /** Returns after how many launches code is ordered; 0 if it is not. */
  private static int ordered(ValueProfile trial, List<ConstantArgument> values, long took) {
    for (int i = 1; i <= 1000; i++) {
      if (trial.count(values, took)) {
        return i;
      }
    }
    return 0;
  }

  @Test
  void launchesOfSomeLengthCount() {
    assertFalse(ValueProfile.isLong(10_000));
    assertTrue(ValueProfile.isLong(30_000));
    assertEquals(16, ordered(new ValueProfile(), values(5), 5 * MILLISECOND));
    assertEquals(100, ordered(new ValueProfile(), values(5), MILLISECOND / 10));
  }

  @Test
  void otherValuesBeginAnew() {
    ValueProfile trial = new ValueProfile();
    for (int i = 0; i < 100; i++) {
      assertFalse(trial.count(values(i % 2), 5 * MILLISECOND));
    }
    assertEquals(16, ordered(trial, values(2), 5 * MILLISECOND));
  }

  @Test
  void codeIsMadeOnceForEachOfTwoValues() {
    ValueProfile trial = new ValueProfile();
    assertEquals(16, ordered(trial, values(1), MILLISECOND));
    assertEquals(0, ordered(trial, values(1), MILLISECOND));
    assertEquals(16, ordered(trial, values(2), MILLISECOND));
    assertEquals(0, ordered(trial, values(3), MILLISECOND));
    assertEquals(0, ordered(new ValueProfile(), List.of(), MILLISECOND));
  }

  @Test
  void thereIsCodeOnceItIsMade() {
    ValueProfile trial = new ValueProfile();
    assertEquals(List.of(), trial.ready());
    trial.end(values(1));
    assertEquals(values(1), trial.ready());
  }
}

package dev.barnacle.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class NdRangeTest {
  @Test
  void theLastGroupsMayBeSmaller() {
    NdRange range = new NdRange(List.of(10L, 6L), List.of(4L, 3L), List.of(0L, 0L));
    assertEquals(3, range.groups(0));
    assertEquals(2, range.groups(1));
    assertEquals(6, range.groupCount());
    assertEquals(12, range.groupSize());
    assertFalse(range.isUniform());
    assertTrue(new NdRange(List.of(8L, 6L), List.of(4L, 3L), List.of(0L, 0L)).isUniform());
  }

  @Test
  void dimensionsPastTheLastHaveOneWorkItem() {
    NdRange range = new NdRange(List.of(8L), List.of(4L), List.of(5L));
    assertEquals(1, range.dimensions());
    assertEquals(List.of(8L, 1L, 1L), List.of(range.global(0), range.global(1), range.global(2)));
    assertEquals(List.of(4L, 1L, 1L), List.of(range.local(0), range.local(1), range.local(2)));
    assertEquals(List.of(5L, 0L, 0L), List.of(range.offset(0), range.offset(1), range.offset(2)));
    assertEquals(1, range.groups(2));
  }

  @Test
  void rangesThatAreNoneAreRefused() {
    refused(List.of(), List.of(), List.of());
    refused(List.of(1L, 1L, 1L, 1L), List.of(1L, 1L, 1L, 1L), List.of(0L, 0L, 0L, 0L));
    refused(List.of(4L), List.of(2L, 2L), List.of(0L));
    refused(List.of(4L), List.of(2L), List.of(0L, 0L));
    refused(List.of(0L), List.of(1L), List.of(0L));
    refused(List.of(4L), List.of(0L), List.of(0L));
    refused(List.of(4L), List.of(2L), List.of(-1L));
  }

  @Test
  void countsThatDoNotFitAreNoNumbers() {
    long big = 1L << 40;
    NdRange range = new NdRange(List.of(big, big), List.of(1L, 1L), List.of(0L, 0L));
    assertThrows(ArithmeticException.class, range::groupCount);
  }

  private static void refused(List<Long> global, List<Long> local, List<Long> offset) {
    assertThrows(IllegalArgumentException.class, () -> new NdRange(global, local, offset));
  }
}

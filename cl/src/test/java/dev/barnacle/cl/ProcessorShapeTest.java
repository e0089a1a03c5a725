package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How processors lie, by what they share. */
class ProcessorShapeTest {
  private static final List<List<Integer>> UNKNOWN = List.of();

  @Test
  void nodesCachesCoresAndThreads() {
    List<List<Integer>> nodes = List.of(List.of(0, 1, 2, 3, 4, 5), List.of(6, 7));
    List<List<Integer>> caches = List.of(List.of(0, 1, 2, 3), List.of(4, 5), List.of(6, 7));
    List<List<Integer>> cores = List.of(List.of(0, 1), List.of(2, 3), List.of(4, 5), List.of(6, 7));
    assertEquals(new ProcessorShape(2, 2, 2, 2), ProcessorShape.of(8, nodes, caches, cores));
    assertEquals(new ProcessorShape(1, 1, 4, 2), ProcessorShape.of(8, UNKNOWN, UNKNOWN, cores));
  }

  @Test
  void whereTheSystemDoesNotTellAllAreCores() {
    assertEquals(new ProcessorShape(1, 1, 6, 1), ProcessorShape.of(6, UNKNOWN, UNKNOWN, UNKNOWN));
  }
}

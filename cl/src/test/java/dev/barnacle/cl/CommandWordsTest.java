package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.watch.Finding;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a programmer is told of commands that race: which order is missing, and what makes it. */
class CommandWordsTest extends CommandRaces {
  private static final Set<MapFlag> READ = Set.of(MapFlag.READ);

  @Test
  void commandsOfOneNameAreToldByTheirNumbers() {
    Finding race =
        racy(
            w -> {
              BoundKernel count = w.kernel("count", w.x);
              w.first.run(count, ALL, NONE);
              w.second.run(count, ALL, NONE);
            });
    assertEquals(
        "Put the event of kernel 'count' (command 1) into the wait list of kernel 'count' (command"
            + " 2), or finish queue 1 in between.",
        race.suggestion());
    assertEquals("bytes 0 to 3", race.names().part());
  }

  @Test
  void aMarkerThatNobodyWaitsForIsNamed() {
    Finding race =
        racy(
            w -> {
              w.first.run(w.fill, ALL, NONE);
              w.first.marker(NONE);
              w.first.run(w.sum, ALL, NONE);
            });
    assertTrue(race.explanation().endsWith("but nothing waits for the marker"), race.explanation());
    assertEquals("all", race.names().part());
    assertTrue(race.toString().contains(", all of 'buffer 1'"), race.toString());
  }

  @Test
  void aMarkerBeforeBothIsNot() {
    Finding race =
        racy(
            w -> {
              w.first.marker(NONE);
              w.first.run(w.fill, ALL, NONE);
              w.first.run(w.sum, ALL, NONE);
            });
    assertTrue(race.explanation().endsWith("by events or a barrier"), race.explanation());
  }

  @Test
  void aBarrierOfAnotherQueueIsNamed() {
    Finding race =
        racy(
            w -> {
              w.second.run(w.fill, ALL, NONE);
              w.first.barrier(NONE);
              w.first.run(w.sum, ALL, NONE);
            });
    assertTrue(race.explanation().endsWith("orders its own queue only"), race.explanation());
  }

  @Test
  void aMapThatDoesNotWaitShould() {
    Finding race =
        racy(
            w -> {
              w.first.run(w.fill, ALL, NONE);
              Mapping mapping = w.second.map(w.x, READ, 0, 256, NONE);
              mapping.await();
              w.second.unmap(w.x, mapping.memory().address(), NONE);
            });
    assertEquals(
        "Put the event of kernel 'fill' into the wait list of MAP_BUFFER, or finish queue 1 in"
            + " between.",
        race.suggestion());
  }

  @Test
  void inItsQueueTheUnmapIsEnough() {
    Finding race =
        racy(
            w -> {
              Mapping mapping = w.second.map(w.x, READ, 64, 128, NONE);
              mapping.await();
              w.second.run(w.fill, ALL, NONE);
              w.second.unmap(w.x, mapping.memory().address(), NONE);
            });
    assertEquals("Unmap the region before kernel 'fill' is enqueued.", race.suggestion());
    assertEquals("bytes 64 to 191", race.names().part());
  }

  @Test
  void severalPiecesAreCounted() {
    Finding race =
        racy(
            w -> {
              w.first.run(w.kernel("even", w.x), NDRange.of(32).local(16), NONE);
              w.second.run(w.sum, ALL, List.of());
            });
    assertEquals("128 bytes from byte 0 on", race.names().part());
  }
}

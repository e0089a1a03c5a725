package dev.barnacle.watch.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.watch.Finding;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

/** The races that are told are those that global-happens-before leaves. */
class CommandWatchTest {
  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void aRaceIsToldIfAndOnlyIfNoPathOrdersTwoAccesses(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int steps) {
    CommandPrograms program = new CommandPrograms(seed);
    program.run(steps);
    Set<Set<String>> told = new HashSet<>();
    for (Finding finding : program.watch().findings()) {
      told.add(Set.of(name(finding, 0), name(finding, 1)));
    }
    Set<Set<String>> races = program.races();
    assertTrue(races.containsAll(told), () -> told + " of " + races);
    assertEquals(races.isEmpty(), told.isEmpty(), () -> told + " of " + races);
    Statistics.collect(races.isEmpty() ? "clean" : "racy");
  }

  private static String name(Finding finding, int side) {
    return finding.accesses().get(side).command().replaceFirst(" .*", "");
  }

  @Test
  void whatAllThatComesIsOrderedBehindIsForgotten() {
    CommandWatch watch = new CommandWatch(new UnsetMemory(), report -> {});
    QueueOrder queue = watch.queue(true);
    for (int i = 0; i < 10_000; i++) {
      CommandNode node = watch.enqueued(queue, "k", List.of(), QueueOrder.Role.COMMAND);
      watch.started(node);
      CommandWatch.accesses(node, true, Ranges.of(1000 + 8L * i, 8, 0));
      watch.ended(node);
      if (i % 50 == 0) {
        watch.finished(watch.finishing(queue));
      }
    }
    assertTrue(watch.findings().isEmpty());
    assertTrue(watch.remembered() < 200, () -> watch.remembered() + " uses");
  }

  @Test
  void aLaterAccessOfTheSameBytesStandsForEarlierOnes() {
    CommandWatch watch = new CommandWatch(new UnsetMemory(), report -> {});
    QueueOrder queue = watch.queue(false);
    for (int i = 0; i < 1000; i++) {
      CommandNode node = watch.enqueued(queue, "k", List.of(), QueueOrder.Role.COMMAND);
      watch.started(node);
      CommandWatch.accesses(node, i % 3 == 0, Ranges.of(1000, 8, 0));
      watch.ended(node);
    }
    assertTrue(watch.findings().isEmpty());
    assertTrue(watch.remembered() < 4, () -> watch.remembered() + " uses");
  }

  /** The host's own access, which is ordered behind the command, doesn't hide it from the map. */
  @Test
  void aMapThatEndsAfterTheHostsAccessRacesWithTheCommandBefore() {
    CommandWatch watch = new CommandWatch(new UnsetMemory(), report -> {});
    QueueOrder queue = watch.queue(true);
    CommandNode kernel = watch.enqueued(queue, "kernel", List.of(), QueueOrder.Role.COMMAND);
    CommandNode map = watch.enqueued(queue, "map", List.of(), QueueOrder.Role.COMMAND);
    watch.maps(map, true, Ranges.of(1000, 1, 0));
    CommandWatch.accesses(kernel, true, Ranges.of(1000, 1, 0));
    watch.started(kernel);
    watch.ended(kernel);
    watch.learned(kernel);
    watch.hostAccess("host", true, 1000, 1);
    watch.started(map);
    watch.ended(map);
    assertEquals(
        List.of(Set.of("kernel", "map")),
        watch.findings().stream().map(f -> Set.of(name(f, 0), name(f, 1))).toList());
  }
}

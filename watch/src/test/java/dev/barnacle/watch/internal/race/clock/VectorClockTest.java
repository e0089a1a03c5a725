package dev.barnacle.watch.internal.race.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Maps of ticks against hash maps. */
class VectorClockTest {
  /**
   * A step that makes a map of earlier ones.
   *
   * @param tick 0 to join with the second map, else what to add
   */
  record Step(int first, int second, long key, long tick) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Long> keys =
        Arbitraries.oneOf(Arbitraries.longs().between(0, 40), Arbitraries.longs().between(0, 5000));
    Arbitrary<Step> step =
        Combinators.combine(
                Arbitraries.integers().between(0, 999),
                Arbitraries.integers().between(0, 999),
                keys,
                Arbitraries.longs().between(0, 3))
            .as(Step::new);
    return step.list().ofMaxSize(40);
  }

  @Property(tries = 2000)
  void mapsHaveWhatTheyWereMadeOf(@ForAll("steps") List<Step> steps) {
    List<VectorClock> maps = new ArrayList<>(List.of(VectorClock.NONE));
    List<Map<Long, Long>> models = new ArrayList<>(List.of(Map.of()));
    for (Step step : steps) {
      // mostly of late ones, so that there are lineages
      int a = Math.max(0, maps.size() - 1 - step.first() % 4);
      int b = step.second() % maps.size();
      Map<Long, Long> model = new HashMap<>(models.get(a));
      if (step.tick() == 0) {
        maps.add(maps.get(a).join(maps.get(b)));
        models.get(b).forEach((key, tick) -> model.merge(key, tick, Math::max));
      } else {
        maps.add(maps.get(a).with(step.key(), step.tick()));
        model.merge(step.key(), step.tick(), Math::max);
      }
      models.add(model);
    }
    for (int i = 0; i < maps.size(); i++) {
      for (Step step : steps) {
        long expected = models.get(i).getOrDefault(step.key(), 0L);
        assertEquals(expected, maps.get(i).get(step.key()), "key " + step.key() + " of map " + i);
      }
    }
  }

  /** What a lock hands on: no work-item's map of a round ago is looked at node by node. */
  @Test
  void ofOneLineageTheLaterMapHasAll() {
    VectorClock first = VectorClock.NONE.with(1, 1);
    VectorClock later = first.with(2, 1).join(VectorClock.NONE.with(3, 7)).with(1, 2);
    assertSame(later, first.join(later));
    assertSame(later, later.join(first));
    VectorClock branch = first.with(9, 1);
    assertEquals(1, branch.join(later).get(9));
    assertEquals(7, branch.join(later).get(3));
  }
}

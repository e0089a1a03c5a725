package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ProgressModel;
import dev.barnacle.explore.ProgressRules;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Who has the lowest number among those that have not ended, at the levels of which a progress
 * model asks for that.
 */
final class Lowest {
  /** A level, and the lowest part of each whole in which one has not ended. */
  private record Level(
      ToIntFunction<Place> whole, ToIntFunction<Place> part, Map<Integer, Integer> lowest) {
    int of(Place place) {
      return lowest.getOrDefault(whole.applyAsInt(place), Integer.MAX_VALUE);
    }
  }

  private final Execution x;
  private final List<Level> levels = new ArrayList<>();

  Lowest(Execution x, ProgressRules rules, ProgressModel model) {
    this.x = x;
    add(rules.device() == model, Place::launch, Place::group);
    add(rules.workGroup() == model, Place::group, Place::subGroup);
    add(rules.subGroup() == model, Place::subGroup, Place::index);
  }

  private void add(boolean wanted, ToIntFunction<Place> whole, ToIntFunction<Place> part) {
    if (!wanted) {
      return;
    }
    Map<Integer, Integer> lowest = new HashMap<>();
    for (int i = 0; i < x.items(); i++) {
      Item item = x.item(i);
      if (item.status != Item.Status.ENDED && item.status != Item.Status.QUEUED) {
        Place place = item.place;
        lowest.merge(whole.applyAsInt(place), part.applyAsInt(place), Math::min);
      }
    }
    levels.add(new Level(whole, part, lowest));
  }

  /** Returns whether a work-item is among them at all levels. */
  boolean isOf(Place place) {
    return levels.stream().allMatch(l -> l.part().applyAsInt(place) == l.of(place));
  }

  /** Returns whether it is, or has a lower number, and so has ended. */
  boolean isOfOrBefore(Place place) {
    return levels.stream().allMatch(l -> l.part().applyAsInt(place) <= l.of(place));
  }

  /** Returns whether some of them have not begun, not one of their work-items. */
  boolean hasAbsent() {
    for (Level level : levels) {
      Map<Integer, Boolean> absent = new HashMap<>();
      for (int i = 0; i < x.items(); i++) {
        Place place = x.item(i).place;
        if (level.part().applyAsInt(place) == level.of(place)) {
          boolean not = x.item(i).status == Item.Status.ABSENT;
          absent.merge(level.whole().applyAsInt(place), not, (a, b) -> a && b);
        }
      }
      if (absent.containsValue(true)) {
        return true;
      }
    }
    return false;
  }
}

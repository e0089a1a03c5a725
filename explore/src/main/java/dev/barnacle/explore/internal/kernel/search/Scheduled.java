package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ProgressModel;
import dev.barnacle.explore.ProgressRules;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Place;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * Whom a fair scheduler lets go on for ever, while all others stand still. At each level the parts
 * that are sure come further while some work-item of them can: then some part of these goes on in
 * turn, one that is sure at the next level if there is one, any otherwise.
 */
final class Scheduled {
  private static final int MOST = 1024;

  /**
   * The work-items that go on.
   *
   * @param going the work-items that go on
   * @param past those that must have done what they did, as they were sure to
   */
  record Choice(BitSet going, BitSet past) {
    Choice with(Choice other) {
      BitSet both = (BitSet) going.clone();
      both.or(other.going);
      BitSet done = (BitSet) past.clone();
      done.or(other.past);
      return new Choice(both, done);
    }
  }

  private record Level(ProgressModel model, ToIntFunction<Place> part) {}

  private final Execution x;
  private final List<Level> levels;
  private boolean cut;

  Scheduled(Execution x, ProgressRules rules) {
    this.x = x;
    this.levels =
        List.of(
            new Level(rules.device(), Place::group),
            new Level(rules.workGroup(), Place::subGroup),
            new Level(rules.subGroup(), Place::index));
  }

  /** Returns the least that may go on, each way to choose it; empty if there is no such way. */
  List<Choice> all() {
    BitSet all = new BitSet();
    all.set(0, x.items());
    return choices(all, 0);
  }

  /** Returns whether there are more ways than were looked at. */
  boolean isCut() {
    return cut;
  }

  /** Returns whether a work-item can take a step. */
  private boolean isEnabled(int index) {
    return switch (x.item(index).status) {
      case ENDED, QUEUED, UNKNOWN -> false;
      case AT_BARRIER -> Meetings.canMeet(x, index);
      default -> true;
    };
  }

  private boolean isEnabled(BitSet part) {
    return part.stream().anyMatch(this::isEnabled);
  }

  private boolean hasBegun(BitSet part) {
    return part.stream().anyMatch(i -> x.item(i).status != Item.Status.ABSENT);
  }

  private boolean isEnded(BitSet part) {
    return part.stream().allMatch(i -> x.item(i).status == Item.Status.ENDED);
  }

  /** The ways in which a unit goes on of which some work-item can. */
  private List<Choice> choices(BitSet unit, int level) {
    if (level == levels.size()) {
      return x.item(unit.nextSetBit(0)).status == Item.Status.ABSENT
          ? List.of()
          : List.of(new Choice(unit, unit));
    }
    Map<Integer, BitSet> parts = new TreeMap<>();
    unit.stream()
        .forEach(
            i ->
                parts
                    .computeIfAbsent(
                        levels.get(level).part().applyAsInt(x.item(i).place), p -> new BitSet())
                    .set(i));
    List<BitSet> list = new ArrayList<>(parts.values());
    List<Choice> chosen = List.of(new Choice(new BitSet(), new BitSet()));
    boolean any = false;
    for (int p = 0; p < list.size(); p++) {
      BitSet part = list.get(p);
      if (!isSure(levels.get(level).model(), list, p)) {
        continue;
      }
      if (!isEnabled(part)) {
        chosen = chosen.stream().map(c -> c.with(new Choice(new BitSet(), part))).toList();
        continue;
      }
      any = true;
      chosen = product(chosen, choices(part, level + 1));
    }
    if (any) {
      return chosen;
    }
    List<Choice> one = new ArrayList<>();
    for (BitSet part : list) {
      if (isEnabled(part)) {
        one.addAll(product(chosen, choices(part, level + 1)));
      }
    }
    return one;
  }

  private List<Choice> product(List<Choice> some, List<Choice> others) {
    List<Choice> all = new ArrayList<>();
    for (Choice a : some) {
      for (Choice b : others) {
        if (all.size() < MOST) {
          all.add(a.with(b));
        } else {
          cut = true;
        }
      }
    }
    return all;
  }

  /** Returns whether a part is sure, or was while it had not ended. */
  private boolean isSure(ProgressModel model, List<BitSet> parts, int part) {
    int lowest = 0;
    while (lowest < parts.size() && isEnded(parts.get(lowest))) {
      lowest++;
    }
    boolean begun = hasBegun(parts.get(part));
    return switch (model) {
      case FAIR -> true;
      case HSA -> part <= lowest;
      case OBE -> begun;
      case HSA_OBE -> part <= lowest || begun;
      case LOBE -> begun || parts.subList(part, parts.size()).stream().anyMatch(this::hasBegun);
      case UNFAIR -> false;
    };
  }
}

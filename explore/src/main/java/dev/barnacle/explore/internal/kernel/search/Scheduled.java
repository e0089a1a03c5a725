package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ProgressModel;
import dev.barnacle.explore.ProgressRules;
import dev.barnacle.explore.internal.kernel.code.Child;
import dev.barnacle.explore.internal.kernel.code.Children;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Place;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Whom a fair scheduler lets go on for ever, while all others stand still. At each level the parts
 * that are sure come further while some work-item of them can: then some part of these goes on in
 * turn, one that is sure at the next level if there is one, any otherwise.
 *
 * <p>The specification orders the commands of a queue on the device by their events and flags alone
 * and lets the device take work-groups of several commands in any order (OpenCL, 3.2.4 and 3.2.5).
 * So whose work-group has the lowest number is asked among the launches of the host first, and of
 * kernels that are enqueued on the device each that runs may be the one, unless an ancestor runs.
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
  private final Children children;
  private boolean cut;

  Scheduled(Execution x, ProgressRules rules, Children children) {
    this.x = x;
    this.children = children;
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
      case ENDED, FAILED, QUEUED, UNKNOWN -> false;
      case AT_BARRIER -> Meetings.canMeet(x, index);
      default -> true;
    };
  }

  /** Returns whether some work-item can take a step, or begin. */
  boolean isAnyEnabled() {
    return IntStream.range(0, x.items()).anyMatch(this::isEnabled);
  }

  private boolean isEnabled(BitSet part) {
    return part.stream().anyMatch(this::isEnabled);
  }

  private static boolean hasBegun(Item item) {
    return !item.isQueued() && item.status != Item.Status.ABSENT;
  }

  private boolean hasBegun(BitSet part) {
    return part.stream().anyMatch(i -> hasBegun(x.item(i)));
  }

  /** Returns whether a part's command has begun, and it has not ended. */
  private boolean isRunning(BitSet part) {
    return !isEnded(part) && part.stream().noneMatch(i -> x.item(i).isQueued());
  }

  private boolean isEnded(BitSet part) {
    return part.stream().allMatch(i -> x.item(i).isDone());
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
    ProgressModel model = levels.get(level).model();
    if (model != ProgressModel.HSA && model != ProgressModel.HSA_OBE) {
      return choices(list, level, -1);
    }
    List<Choice> ways = new ArrayList<>();
    lowest(list).forEach(lowest -> ways.addAll(choices(list, level, lowest)));
    return ways;
  }

  /**
   * The ways in which parts go on.
   *
   * @param lowest the one whose number counts as the lowest, -1 for none
   */
  private List<Choice> choices(List<BitSet> list, int level, int lowest) {
    List<Choice> chosen = List.of(new Choice(new BitSet(), new BitSet()));
    boolean any = false;
    for (int p = 0; p < list.size(); p++) {
      BitSet part = list.get(p);
      if (!isSure(levels.get(level).model(), list, p, lowest)) {
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
  private boolean isSure(ProgressModel model, List<BitSet> parts, int part, int lowest) {
    boolean begun = hasBegun(parts.get(part));
    return switch (model) {
      case FAIR -> true;
      case HSA -> isLowest(parts, part, lowest);
      case OBE -> begun;
      case HSA_OBE -> begun || isLowest(parts, part, lowest);
      case LOBE ->
          parts.subList(part, parts.size()).stream()
              .anyMatch(p -> areOrdered(parts.get(part), p) && hasBegun(p));
      case UNFAIR -> false;
    };
  }

  /** Returns whether a part has the lowest number, or had while it had not ended. */
  private boolean isLowest(List<BitSet> parts, int part, int lowest) {
    if (part == lowest || !isEnded(parts.get(part))) {
      return part == lowest;
    }
    return lowest < 0
        || (part < lowest && areOrdered(parts.get(part), parts.get(lowest)))
        || isAncestor(launch(parts.get(part)), launch(parts.get(lowest)));
  }

  /** Returns the parts of which each may count as the lowest that has not ended; -1 for none. */
  private List<Integer> lowest(List<BitSet> parts) {
    List<Integer> lowest = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      if (isRunning(parts.get(p)) && isFirst(parts, lowest, p)) {
        lowest.add(p);
      }
    }
    return lowest.isEmpty() ? List.of(-1) : lowest;
  }

  private boolean isFirst(List<BitSet> parts, List<Integer> lowest, int part) {
    BitSet own = parts.get(part);
    return lowest.stream().noneMatch(other -> areOrdered(parts.get(other), own))
        && parts.stream().noneMatch(p -> isRunning(p) && isAncestor(launch(p), launch(own)));
  }

  /** Returns whether the numbers of two parts can be compared: of two children's they cannot. */
  private boolean areOrdered(BitSet part, BitSet other) {
    return launch(part) == launch(other)
        || Math.max(launch(part), launch(other)) < children.first();
  }

  /** Returns whether a launch has enqueued another one, or one of whose children has. */
  private boolean isAncestor(int launch, int other) {
    Child child = children.of(other);
    if (child == null) {
      return false;
    }
    int parent = x.item(child.parent()).place.launch();
    return parent == launch || isAncestor(launch, parent);
  }

  private int launch(BitSet part) {
    return x.item(part.nextSetBit(0)).place.launch();
  }
}

package dev.barnacle.explore.internal.kernel;

import dev.barnacle.explore.ProgressModel;
import dev.barnacle.explore.ProgressRules;
import dev.barnacle.explore.internal.kernel.code.Child;
import dev.barnacle.explore.internal.kernel.code.Children;
import dev.barnacle.explore.internal.kernel.item.Place;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The sets of work-items that may not begin while others wait for them. */
final class AbsentSets {
  private static final int MOST = 1 << 10;

  private final Place[] places;
  private final ProgressRules rules;

  /**
   * Makes them.
   *
   * @param children the launches that are enqueued on the device: markers and user events among
   *     them have no work-groups
   */
  AbsentSets(Place[] places, ProgressRules rules, Children children) {
    this.places =
        Arrays.stream(places)
            .filter(p -> !isNothing(children.of(p.launch())))
            .toArray(Place[]::new);
    this.rules = rules;
  }

  private static boolean isNothing(@Nullable Child child) {
    return child != null && child.enqueue().kernel() == null;
  }

  /** Returns them, but for that of nobody and that of all; null if they are too many. */
  @Nullable List<BitSet> all() {
    List<BitSet> sets = List.of(new BitSet());
    sets = with(sets, rules.device(), Place::launch, Place::group);
    sets = sets == null ? null : with(sets, rules.workGroup(), Place::group, Place::subGroup);
    sets = sets == null ? null : with(sets, rules.subGroup(), Place::subGroup, Place::index);
    return sets == null
        ? null
        : sets.stream()
            .filter(set -> !set.isEmpty() && set.cardinality() < places.length)
            .distinct()
            .toList();
  }

  private @Nullable List<BitSet> with(
      List<BitSet> sets,
      ProgressModel model,
      ToIntFunction<Place> whole,
      ToIntFunction<Place> part) {
    if (!mayBeAbsent(model)) {
      return sets;
    }
    List<BitSet> all = sets;
    for (List<BitSet> parts : units(whole, part)) {
      List<BitSet> more = new ArrayList<>();
      for (BitSet set : all) {
        for (BitSet added : subsets(parts, model == ProgressModel.LOBE)) {
          BitSet both = (BitSet) set.clone();
          both.or(added);
          more.add(both);
        }
        if (more.size() > MOST || parts.size() > Integer.numberOfTrailingZeros(MOST)) {
          return null;
        }
      }
      all = more;
    }
    return all;
  }

  private static boolean mayBeAbsent(ProgressModel model) {
    return switch (model) {
      case OBE, HSA_OBE, LOBE -> true;
      case FAIR, HSA, UNFAIR -> false;
    };
  }

  /** The work-items of each part, by the whole that the parts are of. */
  private Iterable<List<BitSet>> units(ToIntFunction<Place> whole, ToIntFunction<Place> part) {
    Map<Integer, Map<Integer, BitSet>> units = new TreeMap<>();
    for (Place p : places) {
      units
          .computeIfAbsent(whole.applyAsInt(p), w -> new TreeMap<>())
          .computeIfAbsent(part.applyAsInt(p), x -> new BitSet())
          .set(p.index());
    }
    List<List<BitSet>> lists = new ArrayList<>();
    units.values().forEach(parts -> lists.add(List.copyOf(parts.values())));
    return lists;
  }

  /** The parts that may be absent together. */
  private static List<BitSet> subsets(List<BitSet> parts, boolean lastOnly) {
    List<BitSet> subsets = new ArrayList<>();
    int count = parts.size();
    for (int set = 0; set < 1 << count; set++) {
      if (lastOnly && set != 0 && (set | set - 1) != (1 << count) - 1) {
        continue;
      }
      BitSet absent = new BitSet();
      for (int i = 0; i < count; i++) {
        if ((set >> i & 1) != 0) {
          absent.or(parts.get(i));
        }
      }
      subsets.add(absent);
    }
    return subsets;
  }
}

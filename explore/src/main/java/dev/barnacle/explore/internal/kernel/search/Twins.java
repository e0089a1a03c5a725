package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Likeness;
import dev.barnacle.explore.internal.kernel.item.Place;
import java.util.ArrayList;
import java.util.List;

/**
 * Work-items that may change places with another: whatever one of them does, there is an execution
 * in which the other does it, that differs in nothing but who is who. So it is enough to look at
 * one of the two (Kokologiannakis, Marmanis and Vafeiadis, "SPORE: combining symmetry and partial
 * order reduction", PLDI 2024).
 *
 * <p>Two work-items of one work-group change places by themselves, those of two work-groups with
 * all of their work-groups.
 */
public final class Twins {
  private final boolean wanted;
  private final boolean subGroups;

  /**
   * Makes one.
   *
   * @param wanted whether there are any: not where the order of work-groups matters
   * @param subGroups whether it matters which work-items share a sub-group
   */
  public Twins(boolean wanted, boolean subGroups) {
    this.wanted = wanted;
    this.subGroups = subGroups;
  }

  /** Returns those that may change places with a work-item. */
  public List<Integer> of(Execution x, int index) {
    List<Integer> twins = new ArrayList<>();
    Item item = x.item(index);
    if (!wanted || item.acted) {
      return twins;
    }
    for (int other = 0; other < x.items(); other++) {
      if (other != index && isTwin(x, item, x.item(other))) {
        twins.add(other);
      }
    }
    return twins;
  }

  private boolean isTwin(Execution x, Item a, Item b) {
    if (a.place.group() == b.place.group()) {
      return (!subGroups || a.place.subGroup() == b.place.subGroup()) && Likeness.of(x, a, b);
    }
    return a.place.launch() == b.place.launch()
        && Likeness.of(x, a, b)
        && areTwins(x, a.place, b.place);
  }

  /** Returns whether all work-items of two work-groups are alike, and the two in the same place. */
  private static boolean areTwins(Execution x, Place a, Place b) {
    int i = x.firstOf(a.group());
    int k = x.firstOf(b.group());
    if (a.index() - i != b.index() - k) {
      return false;
    }
    while (isOf(x, i, a) && isOf(x, k, b)) {
      if (!Likeness.of(x, x.item(i), x.item(k))) {
        return false;
      }
      i++;
      k++;
    }
    return !isOf(x, i, a) && !isOf(x, k, b);
  }

  private static boolean isOf(Execution x, int index, Place place) {
    return index < x.items() && x.item(index).place.group() == place.group();
  }
}

package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.engine.fault.ExplorationKind;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.ProgressModel;
import dev.barnacle.explore.ProgressRules;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.Item;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What counts as a hang under a progress model: work-items that are sure to come further wait for
 * ever, while others stand still wherever they are, or have not begun.
 */
public final class Waiting {
  /** Why not everything was looked at. */
  static final String LIMIT =
      "there are too many ways for a scheduler to let some work-items go on alone";

  private final ProgressRules rules;
  private volatile boolean cut;

  /** Makes one. */
  public Waiting(ProgressRules rules) {
    this.rules = rules;
  }

  /** Returns whether it matters who has a lower number. */
  public boolean isOfOrder() {
    return rules.has(ProgressModel.HSA) || rules.has(ProgressModel.HSA_OBE);
  }

  /** Returns whether an execution counts in which those that have begun wait for ever. */
  boolean counts(Execution x) {
    return !new Scheduled(x, rules).all().isEmpty();
  }

  /** Returns whether some way in which others may stand still was not looked at. */
  boolean isCut() {
    return cut;
  }

  /** Returns who has not begun, in words; nothing where all have. */
  static String words(Execution x) {
    TreeSet<Integer> groups = new TreeSet<>();
    List<Integer> items = new ArrayList<>();
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).status == Item.Status.ABSENT) {
        groups.add(x.item(i).place.group());
        items.add(i);
      }
    }
    if (items.isEmpty()) {
      return "";
    }
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).status != Item.Status.ABSENT && groups.contains(x.item(i).place.group())) {
        return ", where work-items " + items + " have not begun";
      }
    }
    return ", where work-groups " + groups + " have not begun";
  }

  /**
   * Returns the fault of those who alone are sure to come further, if they wait for others,
   * wherever these are; null if they do not. The others may come further too, and end the wait.
   */
  @Nullable Fault lonely(Execution x, Hang hang) throws ExploreException {
    boolean some = rules.has(ProgressModel.HSA) || rules.has(ProgressModel.UNFAIR);
    if (!some || x.isFaulty()) {
      return null;
    }
    Scheduled scheduled = new Scheduled(x, rules);
    for (Scheduled.Choice choice : scheduled.all()) {
      Fault fault = lonely(x, hang, choice);
      if (fault != null) {
        return fault;
      }
    }
    cut |= scheduled.isCut();
    return null;
  }

  private @Nullable Fault lonely(Execution x, Hang hang, Scheduled.Choice choice)
      throws ExploreException {
    List<Fault.Part> stuck = new ArrayList<>();
    List<Integer> waiting = new ArrayList<>();
    List<Integer> looping = new ArrayList<>();
    TreeSet<Integer> groups = new TreeSet<>();
    BitSet going = choice.going();
    for (int i = going.nextSetBit(0); i >= 0; i = going.nextSetBit(i + 1)) {
      Item item = x.item(i);
      if (item.isWaiting() && item.awaits()) {
        waiting.add(i);
      } else if (item.status == Item.Status.SPINNING) {
        looping.add(i);
      } else {
        return null;
      }
      groups.add(item.place.group());
      stuck.add(new Fault.Part(i, item.op()));
    }
    Standing standing = Standing.but(place -> choice.past().get(place.index()), x);
    return hang.canAllSpin(x, waiting, looping, standing)
        ? new Fault(
            ExplorationKind.HANG, "work-items wait for ever" + where(groups) + words(x), stuck)
        : null;
  }

  private String where(SortedSet<Integer> groups) {
    return rules.equals(ProgressRules.of(ProgressModel.HSA))
        ? ", where only work-group " + groups.first() + " is sure to come further"
        : ", where only these are sure to come further";
  }
}

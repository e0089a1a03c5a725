package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.ProgressModel;
import dev.barnacle.explore.ProgressRules;
import dev.barnacle.explore.internal.kernel.code.Children;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.Item;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds hangs under a progress model: work-items that are sure to come further wait for ever, while
 * others stand still wherever they are, or have not begun.
 */
public final class Waiting {
  /** Why not everything was looked at. */
  static final String LIMIT =
      "there are too many ways for a scheduler to let some work-items go on alone";

  private final ProgressRules rules;
  private final Children children;
  private volatile boolean cut;

  /**
   * Makes one.
   *
   * @param children the launches that are enqueued on the device
   */
  public Waiting(ProgressRules rules, Children children) {
    this.rules = rules;
    this.children = children;
  }

  /** Returns whether all work-items are sure to come further. */
  boolean isFair() {
    return rules.equals(ProgressRules.FAIR);
  }

  /** Returns whether it matters who has a lower number. */
  public boolean isOfOrder() {
    return rules.has(ProgressModel.HSA) || rules.has(ProgressModel.HSA_OBE);
  }

  /** Returns whether an execution counts in which those that have begun wait for ever. */
  boolean counts(Execution x) {
    Scheduled scheduled = new Scheduled(x, rules, children);
    return !scheduled.isAnyEnabled() || !scheduled.all().isEmpty();
  }

  /** Returns whether some way in which others may stand still was not looked at. */
  boolean isCut() {
    return cut;
  }

  /**
   * Returns the fault of work-items that wait for ever, with who has not begun.
   *
   * @param group the work-group that alone is sure to come further, where that is so
   */
  static Fault hang(Execution x, List<Fault.Part> stuck, Fault.Sure sure, int group) {
    TreeSet<Integer> groups = new TreeSet<>();
    List<Integer> items = new ArrayList<>();
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).status == Item.Status.ABSENT) {
        groups.add(x.item(i).place.group());
        items.add(i);
      }
    }
    if (items.isEmpty()) {
      return new Fault.Hang(stuck, sure, group, Fault.Absent.NOTHING, items);
    }
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).status != Item.Status.ABSENT && groups.contains(x.item(i).place.group())) {
        return new Fault.Hang(stuck, sure, group, Fault.Absent.ITEMS, items);
      }
    }
    return new Fault.Hang(stuck, sure, group, Fault.Absent.GROUPS, List.copyOf(groups));
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
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).status == Item.Status.UNMET) {
        return null;
      }
    }
    Scheduled scheduled = new Scheduled(x, rules, children);
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
      if (item.status == Item.Status.READING) {
        waiting.add(i); // whether it has gone round its loop before or not
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
        ? hang(x, stuck, sure(), groups.isEmpty() ? -1 : groups.first())
        : null;
  }

  private Fault.Sure sure() {
    return rules.equals(ProgressRules.of(ProgressModel.HSA))
        ? Fault.Sure.ONE_GROUP
        : Fault.Sure.WAITING;
  }
}

package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.ProgressModel;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What counts as a hang under a progress model: work-groups that are sure to come further wait for
 * ever, while others stand still wherever they are, or have not begun.
 */
public final class Waiting {
  private final ProgressModel model;

  /** Makes one. */
  public Waiting(ProgressModel model) {
    this.model = model;
  }

  /** Returns whether it matters which work-group has a lower number. */
  public boolean isOfOrder() {
    return model == ProgressModel.HSA || model == ProgressModel.HSA_OBE;
  }

  /** Returns whether it is a hang by itself that one work-item can go round a loop for ever. */
  boolean isRoundEnough() {
    return model == ProgressModel.UNFAIR;
  }

  /** Returns the fault of a work-item that may go round its loop for ever. */
  static Fault round(Item item) {
    return new Fault(
        Fault.Kind.HANG,
        "a work-item waits for ever, where no other is sure to come further",
        List.of(new Fault.Part(item.place.index(), item.op())));
  }

  /** Returns whether an execution counts in which those that have begun wait for ever. */
  boolean counts(Execution x) {
    if (model != ProgressModel.HSA_OBE) {
      return true;
    }
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).status != Item.Status.ENDED) {
        return x.item(i).status != Item.Status.ABSENT;
      }
    }
    return true;
  }

  /** Returns which work-groups have not begun, in words; nothing where all have. */
  String words(Execution x) {
    TreeSet<Integer> absent = new TreeSet<>();
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).status == Item.Status.ABSENT) {
        absent.add(x.item(i).place.group());
      }
    }
    return absent.isEmpty() ? "" : ", where work-groups " + absent + " have not begun";
  }

  /**
   * Returns the fault of the one work-group that is sure to come further, if it waits for others,
   * wherever they are; null if it does not. The others may come further too, and end the wait.
   */
  @Nullable Fault lonely(Execution x, Hang hang) throws ExploreException {
    if (model != ProgressModel.HSA || x.isFaulty()) {
      return null;
    }
    List<Fault.Part> stuck = new ArrayList<>();
    List<Integer> waiting = new ArrayList<>();
    boolean spins = false;
    int group = -1;
    for (int i = 0; i < x.items(); i++) {
      Item item = x.item(i);
      if (item.status == Item.Status.ENDED || (group >= 0 && item.place.group() != group)) {
        continue;
      }
      group = item.place.group();
      if (item.isWaiting() && item.awaits()) {
        waiting.add(i);
      } else if (item.status != Item.Status.SPINNING && item.status != Item.Status.AT_BARRIER) {
        return null;
      }
      spins |= item.status != Item.Status.AT_BARRIER;
      stuck.add(new Fault.Part(i, item.op()));
    }
    int lowest = group;
    return spins && hang.canAllSpin(x, waiting, Standing.but(p -> p.group() <= lowest, x))
        ? new Fault(
            Fault.Kind.HANG,
            "work-items wait for ever, where only work-group " + group + " is sure to come further",
            stuck)
        : null;
  }
}

package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ProgressModel;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.graph.Event;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

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

  /** Returns whether a round of a loop in which nothing changes is a hang by itself. */
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

  /**
   * Whether a work-item goes round its loop with what its own work-group and those of lower numbers
   * wrote last, which have all ended: the others may stand still before they write more.
   */
  private static boolean waits(Execution x, Item item) {
    Cell cell =
        Objects.requireNonNull(
            x.memory().cell(Address.object(item.reading), Address.offset(item.reading)));
    for (int write : item.idle()) {
      boolean last = true;
      for (Event e : cell.events()) {
        last &=
            e.write() < 0
                || x.item(e.item()).place.group() > item.place.group()
                || !cell.isOrdered(write, e.write());
      }
      if (last) {
        return true;
      }
    }
    return false;
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
   * Checks whether the one work-group that is sure to come further waits for others, wherever they
   * are.
   *
   * @throws Fault if it does
   */
  void check(Execution x) throws Fault {
    if (model != ProgressModel.HSA || x.isFaulty()) {
      return;
    }
    List<Fault.Part> stuck = new ArrayList<>();
    boolean spins = false;
    int group = -1;
    for (int i = 0; i < x.items(); i++) {
      Item item = x.item(i);
      if (item.status == Item.Status.ENDED || (group >= 0 && item.place.group() != group)) {
        continue;
      }
      group = item.place.group();
      boolean waits = (item.isWaiting() && waits(x, item)) || item.status == Item.Status.SPINNING;
      if (!waits && item.status != Item.Status.AT_BARRIER) {
        return;
      }
      spins |= waits;
      stuck.add(new Fault.Part(i, item.op()));
    }
    if (spins) {
      throw new Fault(
          Fault.Kind.HANG,
          "work-items wait for ever, where only work-group " + group + " is sure to come further",
          stuck);
    }
  }
}

package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Fault;
import dev.barnacle.explore.internal.kernel.item.FaultException;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Stepper;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.GroupOperation;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets work-items that have all come to a barrier, or to another function of their group, go on.
 */
final class Meetings {
  private final Stepper stepper;

  Meetings(Stepper stepper) {
    this.stepper = stepper;
  }

  /**
   * Lets those go on that can, where no work-item of the execution can run.
   *
   * @return false if there are none
   * @throws FaultException if one waits for work-items that cannot come any more: barrier
   *     divergence
   */
  boolean meet(Execution x) throws FaultException, ExploreException {
    boolean any = false;
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).status == Item.Status.AT_BARRIER) {
        any |= meet(x, i);
      }
    }
    return any;
  }

  /**
   * Lets those go on of whom nobody is missing, though others may still choose.
   *
   * @return false if there are none
   */
  boolean meetWhole(Execution x) throws ExploreException {
    boolean any = false;
    for (int i = 0; i < x.items(); i++) {
      if (x.item(i).status == Item.Status.AT_BARRIER) {
        List<Integer> all = of(x, i);
        if (all.stream().allMatch(k -> isHere(x.item(k), x.item(all.getFirst())))) {
          stepper.meet(x, all);
          any = true;
        }
      }
    }
    return any;
  }

  /** Returns whether all whom a work-item waits for at a barrier are there, or have ended. */
  static boolean canMeet(Execution x, int first) {
    return of(x, first).stream()
        .map(i -> x.item(i).status)
        .allMatch(s -> s == Item.Status.AT_BARRIER || s == Item.Status.ENDED);
  }

  private boolean meet(Execution x, int first) throws FaultException, ExploreException {
    Item item = x.item(first);
    Op op = item.op();
    boolean partial =
        op.source instanceof GroupOperation operation && operation.op().isNonUniform();
    List<Integer> members = new ArrayList<>();
    for (int i : of(x, first)) {
      if (isHere(x.item(i), item)) {
        members.add(i);
      } else if (!partial) {
        diverges(item, x.item(i));
        return false;
      }
    }
    stepper.meet(x, members);
    return true;
  }

  /** Returns those whom a work-item meets at a barrier, itself among them. */
  private static List<Integer> of(Execution x, int first) {
    Item item = x.item(first);
    List<Integer> all = new ArrayList<>();
    int group = item.place.group();
    for (int i = x.firstOf(group); i < x.items() && x.item(i).place.group() == group; i++) {
      if (isOfGroup(item.op(), item, x.item(i))) {
        all.add(i);
      }
    }
    return all;
  }

  private static boolean isHere(Item other, Item item) {
    return other.status == Item.Status.AT_BARRIER && other.isWith(item) && other.isInRoundOf(item);
  }

  private static boolean isOfGroup(Op op, Item item, Item other) {
    Barrier.Kind kind =
        switch (op.source) {
          case Barrier barrier -> barrier.kind();
          case GroupOperation operation -> operation.group();
          default -> Barrier.Kind.WORK_GROUP;
        };
    return kind == Barrier.Kind.WORK_GROUP
        ? item.place.group() == other.place.group()
        : item.place.subGroup() == other.place.subGroup();
  }

  private static void diverges(Item item, Item other) throws FaultException {
    if (other.status == Item.Status.ENDED || other.status == Item.Status.AT_BARRIER) {
      throw new FaultException(
          new Fault.Divergence(
              part(item), part(other), item.op().source instanceof Barrier, where(item, other)));
    }
  }

  private static Fault.Elsewhere where(Item item, Item other) {
    if (other.status == Item.Status.ENDED) {
      return Fault.Elsewhere.ENDED;
    }
    return other.isWith(item) ? Fault.Elsewhere.OTHER_ROUND : Fault.Elsewhere.OTHER_PLACE;
  }

  private static Fault.Part part(Item item) {
    return new Fault.Part(item.place.index(), item.op());
  }
}

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

  /** Returns whether all whom a work-item waits for at a barrier are there, or have ended. */
  static boolean canMeet(Execution x, int first) {
    Item item = x.item(first);
    int group = item.place.group();
    for (int i = x.firstOf(group); i < x.items() && x.item(i).place.group() == group; i++) {
      Item other = x.item(i);
      boolean comes = other.status != Item.Status.AT_BARRIER && other.status != Item.Status.ENDED;
      if (comes && isOfGroup(item.op(), item, other)) {
        return false;
      }
    }
    return true;
  }

  private boolean meet(Execution x, int first) throws FaultException, ExploreException {
    Item item = x.item(first);
    Op op = item.op();
    boolean partial =
        op.source instanceof GroupOperation operation && operation.op().isNonUniform();
    List<Integer> members = new ArrayList<>();
    int group = item.place.group();
    for (int i = x.firstOf(group); i < x.items() && x.item(i).place.group() == group; i++) {
      Item other = x.item(i);
      if (!isOfGroup(op, item, other)) {
        continue;
      }
      boolean here =
          other.status == Item.Status.AT_BARRIER && other.isWith(item) && other.isInRoundOf(item);
      if (here) {
        members.add(i);
      } else if (!partial) {
        diverges(item, other);
        return false;
      }
    }
    stepper.meet(x, members);
    return true;
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

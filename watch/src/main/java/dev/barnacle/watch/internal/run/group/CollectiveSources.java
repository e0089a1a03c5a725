package dev.barnacle.watch.internal.run.group;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.watch.internal.run.exec.Group;
import dev.barnacle.watch.internal.run.exec.LaunchState;
import dev.barnacle.watch.internal.run.fault.CallFault;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.kernel.CutSite;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * Looks at whose values the work-items of a sub-group, or a work-group, ask for. What a shuffle
 * takes from a work-item that does not exist or has not come to it is undefined ({@code
 * cl_khr_subgroup_shuffle}), and all must name the same one in a broadcast (OpenCL C, 6.15.16 and
 * 6.15.19; those that take part in a non-uniform one). Clusters have sizes that are powers of two.
 * A relative shuffle past the ends of the sub-group is no fault: a reduction makes them, and takes
 * no account of what they give.
 */
final class CollectiveSources {
  private final Group group;
  private final Faults faults;
  private final CutSite site;
  private final GroupOperation operation;
  private final int fullSize;

  CollectiveSources(LaunchState launch, Group group, CutSite site) {
    this.group = group;
    this.faults = launch.faults();
    this.site = site;
    this.operation = launch.code().operation(site);
    this.fullSize = launch.subGroupSize();
  }

  /**
   * Reports what is wrong.
   *
   * @param first the first work-item of the sub-group or work-group
   * @param end the number behind the last one's
   * @param takesPart who has come to the operation
   */
  void check(int first, int end, IntPredicate takesPart) {
    switch (operation.op().uniform()) {
      case SHUFFLE, BROADCAST -> senders(first, end, takesPart);
      case CLUSTERED_REDUCE -> cluster(first, Math.min(fullSize, group.shape().items()));
      default -> {}
    }
  }

  private void senders(int first, int end, IntPredicate takesPart) {
    int[] senders = group.senders();
    int some = first;
    while (!takesPart.test(some)) {
      some++;
    }
    for (int i = some; i < end; i++) {
      if (takesPart.test(i)) {
        check(i, senders[i], end - first, senders[i] == senders[some]);
        boolean there = senders[i] >= 0 && senders[i] < end - first;
        if (there && !takesPart.test(first + senders[i])) {
          report(i, senders[i], CallFault.Sender.ABSENT);
        }
      }
    }
  }

  private void check(int item, int sender, int size, boolean same) {
    boolean shuffle = operation.op() == GroupOperation.Op.SHUFFLE;
    if (!shuffle && !same) {
      report(item, sender, CallFault.Sender.OTHERS);
    } else if ((isOfGroup() && sender < 0)
        || ((sender < 0 || sender >= size) && !(shuffle && isRelative()))) {
      report(item, sender, CallFault.Sender.NONE);
    }
  }

  private void cluster(int item, int most) {
    long size = ((IntConstant) operation.operand(1)).unsigned();
    if (Long.bitCount(size) != 1 || size > most) {
      faults.add(new CallFault.Cluster(call(item), size, most));
    }
  }

  private boolean isOfGroup() {
    return operation.group() == Barrier.Kind.WORK_GROUP;
  }

  /** The library computes a relative shuffle's sender at the place of the call. */
  private boolean isRelative() {
    return operation.operand(1) instanceof Binary sum
        && (sum.op() == Binary.Op.ADD || sum.op() == Binary.Op.SUB)
        && Objects.equals(sum.location(), operation.location())
        && sum.operand(0) instanceof WorkItemQuery query
        && query.kind() == WorkItemQuery.Kind.SUB_GROUP_LOCAL_ID
        && Objects.equals(query.location(), operation.location());
  }

  private void report(int item, int sender, CallFault.Sender what) {
    faults.add(new CallFault.Source(call(item), what, move(), sender));
  }

  private Fault.Access call(int item) {
    return new Fault.Access(site.place(), "call", group.shape().number(), item);
  }

  private CallFault.Move move() {
    if (isOfGroup()) {
      return CallFault.Move.WORK_GROUP_BROADCAST;
    }
    return switch (operation.op()) {
      case SHUFFLE -> CallFault.Move.SHUFFLE;
      case NON_UNIFORM_BROADCAST -> CallFault.Move.NON_UNIFORM_BROADCAST;
      default -> CallFault.Move.SUB_GROUP_BROADCAST;
    };
  }
}

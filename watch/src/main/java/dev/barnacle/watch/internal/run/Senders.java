package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.watch.FindingKind;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * Looks at whose values the work-items of a sub-group, or a work-group, ask for. What a shuffle
 * takes from a work-item that does not exist or has not come to it is undefined ({@code
 * cl_khr_subgroup_shuffle}), and all must name the same one in a broadcast (OpenCL C, 6.15.16 and
 * 6.15.19). A relative shuffle past the ends of the sub-group is no fault: a reduction makes them,
 * and takes no account of what they give.
 */
final class Senders {
  private final Group group;
  private final Faults faults;
  private final CutSite site;
  private final GroupOperation operation;

  Senders(LaunchState launch, Group group, CutSite site) {
    this.group = group;
    this.faults = launch.faults();
    this.site = site;
    this.operation = launch.code().operation(site);
  }

  /**
   * Reports what is wrong.
   *
   * @param first the first work-item of the sub-group or work-group
   * @param end the number behind the last one's
   * @param takesPart who has come to the operation
   */
  void check(int first, int end, IntPredicate takesPart) {
    boolean shuffle = operation.op() == GroupOperation.Op.SHUFFLE;
    if (!shuffle && operation.op() != GroupOperation.Op.BROADCAST) {
      return;
    }
    int[] senders = group.senders();
    for (int i = first; i < end; i++) {
      if (takesPart.test(i)) {
        check(i, senders[i], end - first, shuffle, senders[i] == senders[first]);
        boolean there = senders[i] >= 0 && senders[i] < end - first;
        if (there && !takesPart.test(first + senders[i])) {
          report(i, what() + senders[i] + ", which has not come to it");
        }
      }
    }
  }

  private void check(int item, int sender, int size, boolean shuffle, boolean same) {
    if (!shuffle && !same) {
      report(
          item,
          "work-items of a "
              + whose()
              + " call "
              + (isOfGroup() ? "work_group_broadcast" : "sub_group_broadcast")
              + " with different local ids");
    } else if (isOfGroup() && sender < 0) {
      report(item, "work_group_broadcast takes the value of a work-item that does not exist");
    } else if ((sender < 0 || sender >= size) && !(shuffle && isRelative())) {
      report(item, what() + Integer.toUnsignedString(sender) + ", which does not exist");
    }
  }

  private boolean isOfGroup() {
    return operation.group() == Barrier.Kind.WORK_GROUP;
  }

  private String whose() {
    return isOfGroup() ? "work-group" : "sub-group";
  }

  private String what() {
    String name = operation.op() == GroupOperation.Op.SHUFFLE ? "shuffle" : "broadcast";
    return "a sub-group " + name + " takes the value of the work-item with sub-group local id ";
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

  private void report(int item, String message) {
    boolean shuffle = operation.op() == GroupOperation.Op.SHUFFLE;
    faults.add(
        new Fault(
            FindingKind.INVALID_ARGUMENT,
            message,
            List.of(new Fault.Access(site.place(), "call", group.shape().number(), item)),
            null,
            0,
            shuffle
                ? "what a work-item gives that does not exist or does not take part is undefined"
                : "all work-items of a "
                    + whose()
                    + " must name the same one, which exists (OpenCL C, "
                    + (isOfGroup() ? "6.15.16)" : "6.15.19)"),
            ""));
  }
}

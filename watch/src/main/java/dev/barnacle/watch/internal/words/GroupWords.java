package dev.barnacle.watch.internal.words;

import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.watch.internal.run.fault.GroupFault;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import java.util.ArrayList;
import java.util.List;

/** Puts into words what work-items of a group do not do together, and where they stand. */
final class GroupWords {
  private final KernelCode code;

  GroupWords(KernelCode code) {
    this.code = code;
  }

  FaultDescription of(GroupFault fault) {
    return switch (fault) {
      case GroupFault.Divergence f -> divergence(f);
      case GroupFault.OtherIterations f -> otherIterations(f);
      case GroupFault.CopyDivergence f -> copies(f);
      case GroupFault.CopyAtEnd f ->
          new FaultDescription(
              "the work-group ends while an asynchronous copy may still run",
              "a kernel must wait for all asynchronous copies before it ends (OpenCL C, 6.15.11)",
              "Call wait_group_events with the event of the copy.");
      case GroupFault.CopyRace f ->
          new FaultDescription(
              f.later().access()
                  + " of an asynchronous copy races with "
                  + f.earlier().access()
                  + " of another asynchronous copy",
              "nothing orders two copies that are under way at a time",
              "Call wait_group_events with the first one's event before the second one, or"
                  + " async_work_group_copy_fence between them.");
    };
  }

  private FaultDescription divergence(GroupFault.Divergence fault) {
    List<GroupFault.Waiting> waiting = fault.waiting();
    List<Integer> finished = fault.finished();
    String whose = whose(fault.ofSubGroup());
    List<Integer> sites = waiting.stream().map(GroupFault.Waiting::site).toList();
    Meeting meeting = meeting(sites, fault.forEvents());
    String what =
        waiting.size() > 1
            ? "work-items of a "
                + whose
                + " wait at different "
                + meeting.many
                + ": "
                + places(waiting)
            : left(waiting.getFirst().items(), finished);
    String also =
        waiting.size() > 1 && !finished.isEmpty()
            ? "; " + count(finished) + " finished the kernel"
            : "";
    return new FaultDescription(
        what + also,
        "all work-items of a "
            + whose
            + " must execute the same "
            + meeting.many
            + " ("
            + rule(fault.ofSubGroup())
            + ")",
        "Let all work-items of the "
            + whose
            + " come to the "
            + meeting.one
            + ": outside of branches and loops that only some run"
            + (finished.isEmpty() ? "." : ", and none returns before it."));
  }

  private FaultDescription otherIterations(GroupFault.OtherIterations fault) {
    Meeting meeting = meeting(List.of(fault.site()), fault.forEvents());
    List<String> parts = fault.byIteration().stream().map(GroupWords::count).toList();
    return new FaultDescription(
        "work-items of a "
            + whose(fault.ofSubGroup())
            + " wait at one "
            + meeting.one
            + " in different iterations of the loops around it: "
            + String.join(" and ", parts),
        "all work-items of a "
            + whose(fault.ofSubGroup())
            + " must execute it in the same iterations of the loops around it ("
            + rule(fault.ofSubGroup())
            + ")",
        "Let all work-items run the same iterations, or move the "
            + meeting.one
            + " out of the loop.");
  }

  private static FaultDescription copies(GroupFault.CopyDivergence fault) {
    return new FaultDescription(
        count(fault.with())
            + (fault.with().size() == 1 ? " calls" : " call")
            + " async_work_group_copy"
            + (fault.isFence() ? "_fence, " : ", ")
            + count(fault.without())
            + (fault.without().size() == 1 ? " does" : " do")
            + " not",
        "all work-items of a work-group must call it, with the same arguments (OpenCL C, 6.15.11)",
        "Move the "
            + (fault.isFence() ? "fence" : "copy")
            + " out of the branch or loop that only some work-items run.");
  }

  /** What work-items wait at. */
  private enum Meeting {
    BARRIER("barrier", "barriers"),
    WORK_GROUP_FUNCTION("work-group function", "work-group functions"),
    SUB_GROUP_FUNCTION("sub-group function", "sub-group functions"),
    WAIT("call of wait_group_events", "waits for events");

    private final String one;
    private final String many;

    Meeting(String one, String many) {
      this.one = one;
      this.many = many;
    }
  }

  private Meeting meeting(List<Integer> sites, boolean forEvents) {
    if (sites.size() == 1 && forEvents) {
      return Meeting.WAIT;
    }
    boolean functions = true;
    boolean subGroup = false;
    for (int site : sites) {
      functions &= at(site) instanceof GroupOperation;
      subGroup |= code.sites().get(site).isOfSubGroup();
    }
    return !functions
        ? Meeting.BARRIER
        : subGroup ? Meeting.SUB_GROUP_FUNCTION : Meeting.WORK_GROUP_FUNCTION;
  }

  private Instruction at(int site) {
    return code.places().get(code.sites().get(site).place());
  }

  private static String whose(boolean ofSubGroup) {
    return ofSubGroup ? "sub-group" : "work-group";
  }

  private static String rule(boolean ofSubGroup) {
    return ofSubGroup ? "OpenCL C, 6.15.19" : "OpenCL architecture, 3.2.2";
  }

  private static String left(List<Integer> items, List<Integer> finished) {
    return count(items)
        + (items.size() == 1 ? " waits for " : " wait for ")
        + count(finished)
        + (finished.size() == 1 ? " that has" : " that have")
        + " finished the kernel";
  }

  private String places(List<GroupFault.Waiting> waiting) {
    List<String> parts = new ArrayList<>();
    for (GroupFault.Waiting some : waiting) {
      var location = at(some.site()).location();
      parts.add(count(some.items()) + " at line " + (location == null ? "?" : location.line()));
    }
    return String.join(", ", parts);
  }

  /** Returns "3 work-items (local ids 0, 1, 2)" or the like. */
  private static String count(List<Integer> items) {
    String ids =
        items.stream().limit(4).map(String::valueOf).reduce((a, b) -> a + ", " + b).orElse("");
    return items.size()
        + (items.size() == 1 ? " work-item (local id " : " work-items (local ids ")
        + ids
        + (items.size() > 4 ? ", …)" : ")");
  }
}

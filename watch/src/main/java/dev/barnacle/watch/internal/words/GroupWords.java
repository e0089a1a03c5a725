package dev.barnacle.watch.internal.words;

import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.internal.run.fault.GroupFault;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import java.util.List;
import java.util.stream.Collectors;

/** Puts into words what work-items of a group do not do together, and where they stand. */
final class GroupWords {
  private final KernelCode code;

  GroupWords(KernelCode code) {
    this.code = code;
  }

  FaultDescription of(GroupFault fault) {
    return FaultDescription.of(
        switch (fault) {
          case GroupFault.Divergence f -> divergence(f);
          case GroupFault.OtherIterations f ->
              new Detail.OtherIterations(
                  f,
                  meeting(List.of(f.site()), f.forEvents()),
                  f.byIteration().stream()
                      .map(GroupWords::items)
                      .collect(Collectors.joining(" and ")));
          case GroupFault.CopyDivergence f ->
              new Detail.CopyDivergence(f, items(f.with()), items(f.without()));
          case GroupFault.CopyAtEnd f -> f;
          case GroupFault.CopyRace f -> f;
        });
  }

  private Record divergence(GroupFault.Divergence fault) {
    List<GroupFault.Waiting> waiting = fault.waiting();
    List<Integer> sites = waiting.stream().map(GroupFault.Waiting::site).toList();
    return new Detail.Divergence(
        fault,
        meeting(sites, fault.forEvents()),
        waiting.size() > 1
            ? waiting.stream().map(this::place).collect(Collectors.joining(", "))
            : items(waiting.getFirst().items()),
        items(fault.finished()));
  }

  private Detail.Meeting meeting(List<Integer> sites, boolean forEvents) {
    if (sites.size() == 1 && forEvents) {
      return Detail.Meeting.WAIT;
    }
    boolean functions = true;
    boolean subGroup = false;
    for (int site : sites) {
      functions &= at(site) instanceof GroupOperation;
      subGroup |= code.sites().get(site).isOfSubGroup();
    }
    return !functions
        ? Detail.Meeting.BARRIER
        : subGroup ? Detail.Meeting.SUB_GROUP_FUNCTION : Detail.Meeting.WORK_GROUP_FUNCTION;
  }

  private Instruction at(int site) {
    return code.places().get(code.sites().get(site).place());
  }

  private String place(GroupFault.Waiting some) {
    Location location = at(some.site()).location();
    String line = location == null ? "?" : String.valueOf(location.line());
    return Sentences.what(new Detail.Place(items(some.items()), line));
  }

  /** Returns "3 work-items (local ids 0, 1, 2)" or the like. */
  private static String items(List<Integer> items) {
    return Sentences.what(new Detail.Items(items));
  }
}

package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.watch.FindingKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says at which barriers the work-items of a group stand that should be at one. */
final class DivergenceWords {
  private final LaunchState launch;
  private final Group group;

  DivergenceWords(LaunchState launch, Group group) {
    this.launch = launch;
    this.group = group;
  }

  Fault fault(FindingKind kind) {
    Map<Integer, List<Integer>> waiting = new LinkedHashMap<>();
    List<Integer> finished = new ArrayList<>();
    int apart = atSubGroups();
    int size = launch.subGroupSize();
    int begin = apart < 0 ? 0 : apart / size * size;
    int end = apart < 0 ? group.shape().items() : Math.min(begin + size, group.shape().items());
    String whose = apart < 0 ? "work-group" : "sub-group";
    for (int i = begin; i < end; i++) {
      if (group.states()[i] == Group.FINISHED) {
        finished.add(i);
      } else {
        waiting.computeIfAbsent(group.stops()[i], s -> new ArrayList<>()).add(i);
      }
    }
    List<Fault.Access> accesses = new ArrayList<>();
    waiting.forEach(
        (site, items) ->
            accesses.add(
                new Fault.Access(
                    launch.code().sites().get(site).place(),
                    "wait",
                    group.shape().number(),
                    items.getFirst())));
    if (waiting.size() == 1 && finished.isEmpty()) {
      return inOtherIterations(kind, waiting.values().iterator().next(), whose, apart);
    }
    String what =
        waiting.size() > 1
            ? "work-items of a "
                + whose
                + " wait at different "
                + meeting(waiting.keySet()).many
                + ": "
                + places(waiting)
            : left(waiting.values().iterator().next(), finished);
    String also =
        waiting.size() > 1 && !finished.isEmpty()
            ? "; " + count(finished) + " finished the kernel"
            : "";
    return new Fault(
        kind,
        what + also,
        accesses,
        null,
        0,
        "all work-items of a "
            + whose
            + " must execute the same "
            + meeting(waiting.keySet()).many
            + " ("
            + rule(apart)
            + ")",
        "Let all work-items of the "
            + whose
            + " come to the "
            + meeting(waiting.keySet()).one
            + ": outside of branches and loops that only some run"
            + (finished.isEmpty() ? "." : ", and none returns before it."));
  }

  /** All wait at one barrier, but have come to it in different iterations of a loop. */
  private Fault inOtherIterations(FindingKind kind, List<Integer> items, String whose, int apart) {
    Map<Long, List<Integer>> byIteration = new LinkedHashMap<>();
    for (int i : items) {
      byIteration.computeIfAbsent(group.iterations()[i], n -> new ArrayList<>()).add(i);
    }
    int place = launch.code().sites().get(group.stops()[items.getFirst()]).place();
    List<Fault.Access> accesses = new ArrayList<>();
    List<String> parts = new ArrayList<>();
    for (List<Integer> some : byIteration.values()) {
      if (accesses.size() < 2) {
        accesses.add(new Fault.Access(place, "wait", group.shape().number(), some.getFirst()));
      }
      parts.add(count(some));
    }
    return new Fault(
        kind,
        "work-items of a "
            + whose
            + " wait at one "
            + meeting(List.of(group.stops()[items.getFirst()])).one
            + " in different iterations of the loops around it: "
            + String.join(" and ", parts),
        accesses,
        null,
        0,
        "all work-items of a "
            + whose
            + " must execute it in the same iterations of the loops around it ("
            + rule(apart)
            + ")",
        "Let all work-items run the same iterations, or move the "
            + meeting(List.of(group.stops()[items.getFirst()])).one
            + " out of the loop.");
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

  private Meeting meeting(Collection<Integer> sites) {
    AsyncCopies copies = group.copiesSoFar();
    if (sites.size() == 1 && copies != null && copies.isWaitedFor()) {
      return Meeting.WAIT;
    }
    boolean functions = true;
    boolean subGroup = false;
    for (int site : sites) {
      functions &= at(site) instanceof GroupOperation;
      subGroup |= SubGroups.isSubGroups(launch.code().sites().get(site));
    }
    return !functions
        ? Meeting.BARRIER
        : subGroup ? Meeting.SUB_GROUP_FUNCTION : Meeting.WORK_GROUP_FUNCTION;
  }

  private Instruction at(int site) {
    return launch.code().places().get(launch.code().sites().get(site).place());
  }

  private static String rule(int apart) {
    return apart < 0 ? "OpenCL architecture, 3.2.2" : "OpenCL C, 6.15.19";
  }

  /** Returns a work-item that waits for others of its sub-group; -1 if there is none. */
  private int atSubGroups() {
    for (int i = 0; i < group.shape().items(); i++) {
      if (group.states()[i] == Group.WAITING
          && SubGroups.isSubGroups(launch.code().sites().get(group.stops()[i]))) {
        return i;
      }
    }
    return -1;
  }

  private String left(List<Integer> items, List<Integer> finished) {
    return count(items)
        + (items.size() == 1 ? " waits for " : " wait for ")
        + count(finished)
        + (finished.size() == 1 ? " that has" : " that have")
        + " finished the kernel";
  }

  private String places(Map<Integer, List<Integer>> waiting) {
    List<String> parts = new ArrayList<>();
    waiting.forEach(
        (site, items) -> {
          var location = at(site).location();
          parts.add(count(items) + " at line " + (location == null ? "?" : location.line()));
        });
    return String.join(", ", parts);
  }

  /** Returns "3 work-items (local ids 0, 1, 2)" or the like. */
  static String count(List<Integer> items) {
    String ids =
        items.stream().limit(4).map(String::valueOf).reduce((a, b) -> a + ", " + b).orElse("");
    return items.size()
        + (items.size() == 1 ? " work-item (local id " : " work-items (local ids ")
        + ids
        + (items.size() > 4 ? ", …)" : ")");
  }
}

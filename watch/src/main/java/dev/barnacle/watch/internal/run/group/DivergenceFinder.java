package dev.barnacle.watch.internal.run.group;

import dev.barnacle.watch.internal.run.exec.AsyncCopies;
import dev.barnacle.watch.internal.run.exec.Group;
import dev.barnacle.watch.internal.run.exec.LaunchState;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.fault.GroupFault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds who waits where, in a group whose work-items can't go on together. */
final class DivergenceFinder {
  private final LaunchState launch;
  private final Group group;

  DivergenceFinder(LaunchState launch, Group group) {
    this.launch = launch;
    this.group = group;
  }

  Fault fault() {
    Map<Integer, List<Integer>> waiting = new LinkedHashMap<>();
    List<Integer> finished = new ArrayList<>();
    int apart = atSubGroups();
    int size = launch.subGroupSize();
    int begin = apart < 0 ? 0 : apart / size * size;
    int end = apart < 0 ? group.shape().items() : Math.min(begin + size, group.shape().items());
    for (int i = begin; i < end; i++) {
      if (group.states()[i] == Group.FINISHED) {
        finished.add(i);
      } else {
        waiting.computeIfAbsent(group.stops()[i], s -> new ArrayList<>()).add(i);
      }
    }
    if (waiting.size() == 1 && finished.isEmpty()) {
      return inOtherIterations(waiting.values().iterator().next(), apart >= 0);
    }
    List<Fault.Access> accesses = new ArrayList<>();
    List<GroupFault.Waiting> parts = new ArrayList<>();
    waiting.forEach(
        (site, items) -> {
          accesses.add(access(site, items.getFirst()));
          parts.add(new GroupFault.Waiting(site, List.copyOf(items)));
        });
    return new GroupFault.Divergence(accesses, parts, finished, apart >= 0, isForEvents());
  }

  /** All wait at one cut, but have come to it in different iterations of a loop. */
  private Fault inOtherIterations(List<Integer> items, boolean ofSubGroup) {
    Map<Long, List<Integer>> byIteration = new LinkedHashMap<>();
    for (int i : items) {
      byIteration.computeIfAbsent(group.iterations()[i], n -> new ArrayList<>()).add(i);
    }
    int site = group.stops()[items.getFirst()];
    List<Fault.Access> accesses =
        byIteration.values().stream().limit(2).map(some -> access(site, some.getFirst())).toList();
    return new GroupFault.OtherIterations(
        accesses, site, List.copyOf(byIteration.values()), ofSubGroup, isForEvents());
  }

  private Fault.Access access(int site, int item) {
    int place = launch.code().sites().get(site).place();
    return new Fault.Access(place, "wait", group.shape().number(), item);
  }

  private boolean isForEvents() {
    AsyncCopies copies = group.copiesSoFar();
    return copies != null && copies.isWaitedFor();
  }

  /** Returns a work-item that waits for others of its sub-group; -1 if there is none. */
  private int atSubGroups() {
    for (int i = 0; i < group.shape().items(); i++) {
      if (group.states()[i] == Group.WAITING
          && launch.code().sites().get(group.stops()[i]).isOfSubGroup()) {
        return i;
      }
    }
    return -1;
  }
}

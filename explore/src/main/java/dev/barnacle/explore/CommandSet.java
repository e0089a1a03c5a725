package dev.barnacle.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Kernels that are launched as commands of one out-of-order queue (OpenCL, 3.2.1): they may run at
 * the same time, but for the commands that one waits for. What those have done happens before it
 * begins.
 *
 * @param launches the commands
 * @param waits for each command the numbers of the earlier ones in its event wait list
 */
public record CommandSet(List<KernelLaunch> launches, List<Set<Integer>> waits) {
  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if there is no command, or one waits for what is not before it
   */
  public CommandSet {
    launches = List.copyOf(launches);
    List<Set<Integer>> copies = new ArrayList<>();
    waits.forEach(w -> copies.add(Set.copyOf(w)));
    waits = List.copyOf(copies);
    if (launches.isEmpty() || waits.size() != launches.size()) {
      throw new IllegalArgumentException(launches.size() + " launches, " + waits.size() + " lists");
    }
    for (int i = 0; i < waits.size(); i++) {
      for (int other : waits.get(i)) {
        if (other < 0 || other >= i) {
          throw new IllegalArgumentException("command " + i + " waits for command " + other);
        }
      }
    }
  }

  /** Returns the set of one launch. */
  public static CommandSet of(KernelLaunch launch) {
    return new CommandSet(List.of(launch), List.of(Set.of()));
  }
}

package dev.barnacle.watch.internal.race.clock;

import java.util.ArrayList;
import java.util.List;

/** Bytes of one access that race with earlier accesses, joined where they are neighbours. */
final class RacingRuns {
  /** The number of the last runs that a byte may be joined to. */
  private static final int OPEN = 16;

  private final List<Run> runs = new ArrayList<>();

  /** Bytes from start to end that race with an earlier access. */
  record Run(PastAccess earlier, long start, long end) {}

  boolean isEmpty() {
    return runs.isEmpty();
  }

  int size() {
    return runs.size();
  }

  /** Adds bytes that race with an earlier access. */
  void add(PastAccess earlier, long at, int bytes) {
    for (int i = runs.size() - 1; i >= Math.max(0, runs.size() - OPEN); i--) {
      Run run = runs.get(i);
      if (run.earlier.equals(earlier) && run.end == at) {
        runs.set(i, new Run(earlier, run.start, at + bytes));
        return;
      }
    }
    runs.add(new Run(earlier, at, at + bytes));
  }

  /** Takes the runs out. */
  List<Run> take() {
    List<Run> taken = List.copyOf(runs);
    runs.clear();
    return taken;
  }
}

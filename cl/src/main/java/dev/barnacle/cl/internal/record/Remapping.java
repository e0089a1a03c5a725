package dev.barnacle.cl.internal.record;

import java.util.ArrayList;
import java.util.List;

/** Chooses queues for the commands of a command-buffer ({@code clRemapCommandBufferKHR}). */
public final class Remapping {
  private Remapping() {}

  /**
   * Returns the place of a queue for each command: that of the last command that it waits for, so
   * that chains need no synchronization between queues, or that with the fewest commands for its
   * compute units.
   *
   * @param computeUnits those of each queue's device
   */
  public static List<Integer> automatic(List<Integer> computeUnits, Dependencies dependencies) {
    List<Integer> places = new ArrayList<>();
    long[] commandCount = new long[computeUnits.size()];
    for (int number = 0; number < dependencies.size(); number++) {
      List<Integer> waits = dependencies.of(number);
      int place =
          waits.isEmpty()
              ? leastLoaded(computeUnits, commandCount)
              : places.get(waits.stream().mapToInt(Integer::intValue).max().getAsInt());
      commandCount[place]++;
      places.add(place);
    }
    return places;
  }

  private static int leastLoaded(List<Integer> computeUnits, long[] commandCount) {
    int best = 0;
    for (int i = 1; i < computeUnits.size(); i++) {
      long mine = commandCount[i] * computeUnits.get(best);
      long its = commandCount[best] * computeUnits.get(i);
      best = mine < its ? i : best;
    }
    return best;
  }
}

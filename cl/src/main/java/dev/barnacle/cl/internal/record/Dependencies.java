package dev.barnacle.cl.internal.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The dependencies of a command-buffer's commands (OpenCL API, "Command Synchronization" of
 * cl_khr_command_buffer). A command waits for those in its wait list and the last barrier of its
 * queue. In a queue that is in order it also waits for the command before.
 */
public final class Dependencies {
  private static final int NONE = -1;

  private final List<List<Integer>> all = new ArrayList<>();

  /** The queue of each command. */
  private final List<Integer> queues = new ArrayList<>();

  private final Set<Integer> barriers = new LinkedHashSet<>();

  /** The last command of each queue. */
  private final int[] last;

  /** The last barrier of each queue. */
  private final int[] barrier;

  /** Makes those of a command-buffer of so many queues, without commands. */
  public Dependencies(int queueCount) {
    this.last = new int[queueCount];
    this.barrier = new int[queueCount];
    Arrays.fill(last, NONE);
    Arrays.fill(barrier, NONE);
  }

  /** Returns a copy for other queues, to which commands have been moved. */
  public Dependencies moved(int queueCount, List<Integer> itsQueues) {
    Dependencies copy = new Dependencies(queueCount);
    for (int i = 0; i < all.size(); i++) {
      copy.add(itsQueues.get(i), all.get(i), barriers.contains(i));
    }
    return copy;
  }

  /** Returns how many commands have been added. */
  int size() {
    return all.size();
  }

  /** Returns what a command waits for that has been added. */
  public List<Integer> of(int number) {
    return all.get(number);
  }

  /**
   * Returns what the next command waits for.
   *
   * @param queue the place of its queue
   * @param outOfOrder whether that is out of order
   * @param isBarrier whether it is a barrier, which waits for all before it without a wait list
   * @param waitList the commands in its wait list
   */
  public List<Integer> of(
      int queue, boolean outOfOrder, boolean isBarrier, List<Integer> waitList) {
    Set<Integer> waits = new LinkedHashSet<>(waitList);
    if (isBarrier && waitList.isEmpty() && outOfOrder) {
      for (int i = Math.max(0, barrier[queue]); i < all.size(); i++) {
        if (queues.get(i) == queue) {
          waits.add(i);
        }
      }
    }
    int before = outOfOrder ? barrier[queue] : last[queue];
    if (before != NONE) {
      waits.add(before);
    }
    return List.copyOf(waits);
  }

  /** Adds the next command. */
  public void add(int queue, List<Integer> waits, boolean isBarrier) {
    int number = all.size();
    all.add(waits);
    queues.add(queue);
    last[queue] = number;
    if (isBarrier) {
      barrier[queue] = number;
      barriers.add(number);
    }
  }
}

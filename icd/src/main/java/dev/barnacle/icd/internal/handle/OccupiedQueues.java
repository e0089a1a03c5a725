package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.CommandQueue;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The queues that have commands which have not ended, where there is a report: what was launched so
 * far is waited for before somebody asks what was found. That orders no commands, as {@code
 * clFinish} would: a race between one before and one behind is found all the same.
 */
final class OccupiedQueues {
  private static final Set<CommandQueue> OCCUPIED = new HashSet<>();

  /** Those that were waited for in vain, say for a user event that nobody sets. */
  private static final Set<CommandQueue> STUCK = new HashSet<>();

  private static long progress = System.nanoTime();

  private OccupiedQueues() {}

  /** Is told of a launch that has ended. */
  static void progressed() {
    synchronized (OCCUPIED) {
      progress = System.nanoTime();
    }
  }

  /** Is told of a queue that was made. */
  static void add(CommandQueue queue) {
    queue.whenOccupied(
        occupied -> {
          synchronized (OCCUPIED) {
            if (occupied) {
              OCCUPIED.add(queue);
            } else {
              OCCUPIED.remove(queue);
              STUCK.remove(queue);
              OCCUPIED.notifyAll();
            }
          }
        });
  }

  /**
   * Submits all commands and waits until they have ended, or until for some time no launch has.
   * Queues for which that takes too long are not waited for again, until they are empty.
   */
  static void await(long milliseconds) {
    Set<CommandQueue> queues;
    synchronized (OCCUPIED) {
      queues = new HashSet<>(OCCUPIED);
    }
    queues.forEach(
        CommandQueue::flush); // not under the lock: a queue tells of itself under its own
    long limit = TimeUnit.MILLISECONDS.toNanos(milliseconds);
    boolean interrupted = false;
    synchronized (OCCUPIED) {
      progress = System.nanoTime();
      while (!STUCK.containsAll(OCCUPIED)) {
        long left = TimeUnit.NANOSECONDS.toMillis(progress + limit - System.nanoTime());
        if (left <= 0) {
          STUCK.addAll(OCCUPIED);
          break;
        }
        try {
          OCCUPIED.wait(left);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

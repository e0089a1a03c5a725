package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.enqueue.EnqueueFlag;
import dev.barnacle.ir.QueueOperation;
import java.util.List;

/**
 * A kernel that a work-item enqueues on the device, or what does nothing: a marker, or a user
 * event, which ends when it is set.
 *
 * @param parent the work-item
 * @param number how many others that has enqueued before
 * @param enqueue the operation
 * @param flag when it may begin
 * @param waits the launches whose events it waits for
 * @param range over which it runs
 * @param localSizes the sizes of its arguments in local memory
 * @param literal the size of its block with all that it has captured, in bytes
 */
public record Child(
    int parent,
    int number,
    QueueOperation enqueue,
    EnqueueFlag flag,
    List<Integer> waits,
    NdRange range,
    List<Long> localSizes,
    int literal) {
  /** Returns whether it is a user event. */
  public boolean isUserEvent() {
    return enqueue.op() == QueueOperation.Op.CREATE_USER_EVENT;
  }

  /** Copies the lists. */
  public Child {
    waits = List.copyOf(waits);
    localSizes = List.copyOf(localSizes);
  }
}

package dev.barnacle.watch.internal.run.kernel;

import dev.barnacle.ir.MemoryScope;
import org.jspecify.annotations.Nullable;

/**
 * A place at which work-items stop.
 *
 * @param kind what they stop for
 * @param place the number of the barrier or operation
 * @param result where the results of a collective operation are; null for others
 * @param counted whether work-items say in which iterations of the loops around it they come
 * @param endless whether it is a yield in a loop without a way out
 * @param flags of a barrier, as {@link dev.barnacle.ir.FenceFlag} has their bits
 * @param scope of a barrier; null for others
 */
public record CutSite(
    Kind kind,
    int place,
    @Nullable StateSlot result,
    boolean counted,
    boolean endless,
    int flags,
    @Nullable MemoryScope scope) {
  /** What work-items stop for. */
  public enum Kind {
    BARRIER,
    GROUP_OPERATION,
    SUB_GROUP_BARRIER,
    SUB_GROUP_OPERATION,
    YIELD,
    PREEMPTION
  }

  /** Tells whether a sub-group's work-items stop for each other, not a work-group's. */
  public boolean isOfSubGroup() {
    return kind == Kind.SUB_GROUP_BARRIER || kind == Kind.SUB_GROUP_OPERATION;
  }

  /**
   * Elements of the arrays that keep work-items' values.
   *
   * @param index the first one's number among a work-item's
   * @param lanes how many
   */
  public record StateSlot(int index, int lanes) {}
}

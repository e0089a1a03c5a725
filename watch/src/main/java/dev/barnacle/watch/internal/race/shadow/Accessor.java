package dev.barnacle.watch.internal.race.shadow;

import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The work-item that a thread runs at the moment, as the origin of accesses. One for each worker
 * thread.
 */
public abstract class Accessor {
  /** The current work-item's local linear id. */
  public int item;

  /** The current stamp without place; only the interval detector lays it out. */
  public long stamp;

  /** The stamp of work-item 0. */
  public long stampBase;

  private final int itemShift;
  private @Nullable WindowListener promises;

  protected Accessor(int itemShift) {
    this.itemShift = itemShift;
  }

  /** Says who is told when promises end; at first nobody is. */
  public final void tellOfPromises(WindowListener told) {
    promises = told;
  }

  /** Another interval begins, or another group. */
  public final void endPromises() {
    if (promises != null) {
      promises.end();
    }
  }

  /** A block of which reads were promised to be known changes. */
  public final void endPromises(RaceShadow changed) {
    if (promises != null) {
      promises.end(changed);
    }
  }

  /** This thread starts, or goes on, to run a work-group. {@link #item} must follow. */
  public abstract void enter(GroupOrder group);

  /** The work-item of the entered group with this local linear id runs now. */
  public final void item(int localLinearId) {
    item = localLinearId;
    stamp = stampBase | (long) localLinearId << itemShift;
  }

  /** As {@link #barrier(int, MemoryScope)}, of work-group scope. */
  public final void barrier(int flags) {
    barrier(flags, MemoryScope.WORK_GROUP);
  }

  /**
   * All work-items of the entered group have come to a work-group barrier. {@link #item} must
   * follow.
   *
   * @param flags its {@code cl_mem_fence_flags}: 1 local, 2 global, 4 image (which counts as
   *     global)
   * @param scope its scope, that of its entry and exit fences
   */
  public abstract void barrier(int flags, MemoryScope scope);

  /**
   * The asynchronous copies of the entered group that were begun so far have been waited for: what
   * they did happens before what its work-items do from now on. It follows the barrier that stands
   * for the wait.
   *
   * @param copies the local linear id that goes with the copies' accesses
   * @throws IllegalStateException by the interval detector, which has one order for all work-items
   */
  public abstract void copiesEnd(int copies);

  /** As {@link #subGroupBarrier(int, int, MemoryScope)}, of sub-group scope. */
  public final void subGroupBarrier(int subGroup, int flags) {
    subGroupBarrier(subGroup, flags, MemoryScope.SUB_GROUP);
  }

  /**
   * All work-items of a sub-group of the entered group have come to a sub-group barrier.
   *
   * @param subGroup number of the sub-group in its work-group
   * @throws IllegalStateException by the interval detector, which cannot tell sub-groups apart
   */
  public abstract void subGroupBarrier(int subGroup, int flags, MemoryScope scope);

  /** As {@link #fence(int, MemoryOrder, MemoryScope)}. */
  public final void fence(Set<FenceFlag> flags, MemoryOrder order, MemoryScope scope) {
    fence(FenceFlag.bits(flags), order, scope);
  }

  /**
   * The current work-item executes a fence. The interval detector takes none to mean anything.
   *
   * @param flags its {@code cl_mem_fence_flags}
   */
  public abstract void fence(int flags, MemoryOrder order, MemoryScope scope);
}

package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.watch.internal.race.Accessor;
import org.jspecify.annotations.Nullable;

/** Lets sub-groups go on whose work-items have all come to the same barrier or operation. */
final class SubGroups {
  private final LaunchState launch;
  private final WorkItem item;
  private final Group group;
  private final int size;

  SubGroups(LaunchState launch, WorkItem item, Group group) {
    this.launch = launch;
    this.item = item;
    this.group = group;
    this.size = launch.subGroupSize();
  }

  /** Releases those that can go on; tells whether any could. */
  boolean release() {
    boolean any = false;
    int count = group.shape().items();
    for (int first = 0; first < count; first += size) {
      int end = Math.min(count, first + size);
      CutSite site = common(first, end);
      if (site != null && isSubGroups(site)) {
        complete(site, first, end);
        for (int i = first; i < end; i++) {
          group.states()[i] = Group.RUNNABLE;
          group.stops()[i] = Integer.MIN_VALUE;
        }
        any = true;
      }
    }
    return any;
  }

  static boolean isSubGroups(CutSite site) {
    return site.kind() == CutSite.Kind.SUB_GROUP_BARRIER
        || site.kind() == CutSite.Kind.SUB_GROUP_OPERATION;
  }

  /** Returns the cut at which all work-items of a range wait, or null. */
  private @Nullable CutSite common(int first, int end) {
    for (int i = first; i < end; i++) {
      if (group.states()[i] != Group.WAITING || group.stops()[i] != group.stops()[first]) {
        return null;
      }
    }
    return launch.code().sites().get(group.stops()[first]);
  }

  private void complete(CutSite site, int first, int end) {
    Accessor accessor = item.accessor;
    if (site.instruction() instanceof Barrier barrier) {
      accessor.subGroupBarrier(first / size, GroupRunner.bits(barrier.flags()), barrier.scope());
    } else if (site.instruction() instanceof GroupOperation operation && site.result() != null) {
      new Collective(operation, site.result(), group, launch.code().counts(), size)
          .complete(first, end);
    }
  }
}

package dev.barnacle.watch.internal.run.group;

import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import dev.barnacle.watch.internal.run.exec.Group;
import dev.barnacle.watch.internal.run.exec.LaunchState;
import dev.barnacle.watch.internal.run.exec.WorkItem;
import dev.barnacle.watch.internal.run.kernel.CutSite;
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
      if (site != null && site.isOfSubGroup()) {
        complete(site, first, end);
        for (int i = first; i < end; i++) {
          goOn(i);
        }
        any = true;
      } else if (site == null) {
        any |= shuffle(first, end);
      }
    }
    return any;
  }

  private void goOn(int number) {
    group.states()[number] = Group.RUNNABLE;
    group.stops()[number] = Integer.MIN_VALUE;
  }

  /**
   * Where none of a sub-group's work-items can go on, and they are not at one place: lets those go
   * on that are at a shuffle, which need not be all. Of several shuffles the first in the program
   * is done, so that those who took a branch meet the others behind it.
   */
  private boolean shuffle(int first, int end) {
    int at = Integer.MAX_VALUE;
    for (int i = first; i < end; i++) {
      if (group.states()[i] == Group.RUNNABLE) {
        return false;
      }
      if (group.states()[i] == Group.WAITING && isShuffle(group.stops()[i])) {
        at = Math.min(at, group.stops()[i]);
      }
    }
    if (at == Integer.MAX_VALUE) {
      return false;
    }
    CutSite site = launch.code().sites().get(at);
    int stop = at;
    new CollectiveSources(launch, group, site).check(first, end, i -> isAt(i, stop));
    collective(site).shuffle(first, end, i -> isAt(i, stop));
    for (int i = first; i < end; i++) {
      if (isAt(i, stop)) {
        goOn(i);
      }
    }
    return true;
  }

  private boolean isAt(int number, int stop) {
    return group.states()[number] == Group.WAITING && group.stops()[number] == stop;
  }

  private boolean isShuffle(int stop) {
    CutSite site = launch.code().sites().get(stop);
    return site.kind() == CutSite.Kind.SUB_GROUP_OPERATION
        && launch.code().operation(site).op() == GroupOperation.Op.SHUFFLE;
  }

  private Collective collective(CutSite site) {
    return Collective.ofSubGroup(site, group, launch.code(), size);
  }

  /** Returns the cut at which all work-items of a range wait, or null. */
  private @Nullable CutSite common(int first, int end) {
    for (int i = first; i < end; i++) {
      if (group.states()[i] != Group.WAITING || group.stops()[i] != group.stops()[first]) {
        return null;
      }
    }
    CutSite site = launch.code().sites().get(group.stops()[first]);
    return site.counted() && !GroupRunner.sameIterations(group, first, end) ? null : site;
  }

  private void complete(CutSite site, int first, int end) {
    Accessor accessor = item.accessor;
    MemoryScope scope = site.scope();
    if (scope != null) {
      int flags = site.flags();
      accessor.subGroupBarrier(first / size, flags, scope);
      for (int i = first; i < end && GroupOrder.ordersImages(flags); i++) {
        group.fenceImages(i);
      }
    } else {
      new CollectiveSources(launch, group, site).check(first, end, i -> true);
      collective(site).complete(first, end);
    }
  }
}

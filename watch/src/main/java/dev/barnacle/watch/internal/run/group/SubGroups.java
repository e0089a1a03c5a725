package dev.barnacle.watch.internal.run.group;

import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import dev.barnacle.watch.internal.run.exec.Group;
import dev.barnacle.watch.internal.run.exec.LaunchState;
import dev.barnacle.watch.internal.run.exec.WorkItem;
import dev.barnacle.watch.internal.run.kernel.CutSite;
import java.util.Objects;
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

  /** Releases those that can go on; returns whether any could. */
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
        any |= nonUniform(first, end);
      }
    }
    return any;
  }

  private void goOn(int number) {
    group.states()[number] = Group.RUNNABLE;
    group.stops()[number] = Integer.MIN_VALUE;
  }

  /**
   * Lets work-items of a sub-group go on that are at the same non-uniform operation, which need not
   * be all. It does so if none can go on otherwise and they are not at one place. Of several
   * operations it chooses the one whose turn it is, so that those who took a branch meet the others
   * after it.
   */
  private boolean nonUniform(int first, int end) {
    int next = -1;
    for (int i = first; i < end; i++) {
      if (group.states()[i] == Group.RUNNABLE) {
        return false;
      }
      if (turn(i) != null && (next < 0 || compare(i, next) < 0)) {
        next = i;
      }
    }
    if (next < 0) {
      return false;
    }
    boolean[] takesPart = new boolean[end - first];
    for (int i = next; i < end; i++) {
      takesPart[i - first] = turn(i) != null && compare(i, next) == 0;
    }
    CutSite site = launch.code().sites().get(group.stops()[next]);
    new CollectiveSources(launch, group, site).check(first, end, i -> takesPart[i - first]);
    collective(site).complete(first, end, i -> takesPart[i - first]);
    for (int i = next; i < end; i++) {
      if (takesPart[i - first]) {
        goOn(i);
      }
    }
    return true;
  }

  /** Returns when the non-uniform operation is done at which a work-item waits; null for none. */
  private CutSite.@Nullable Turn turn(int number) {
    return group.states()[number] == Group.WAITING
        ? launch.code().sites().get(group.stops()[number]).turn()
        : null;
  }

  private int compare(int a, int b) {
    return Objects.requireNonNull(turn(a))
        .compare(iterations(a), Objects.requireNonNull(turn(b)), iterations(b));
  }

  private long iterations(int number) {
    return group.iterations().length == 0 ? 0 : group.iterations()[number];
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
      collective(site).complete(first, end, i -> true);
    }
  }
}

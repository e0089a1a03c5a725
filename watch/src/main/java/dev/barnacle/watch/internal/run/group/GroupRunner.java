package dev.barnacle.watch.internal.run.group;

import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.shadow.GroupOrder;
import dev.barnacle.watch.internal.run.exec.AsyncCopies;
import dev.barnacle.watch.internal.run.exec.Group;
import dev.barnacle.watch.internal.run.exec.KernelBody;
import dev.barnacle.watch.internal.run.exec.LaunchState;
import dev.barnacle.watch.internal.run.exec.WorkItem;
import dev.barnacle.watch.internal.run.fault.LaunchFault;
import dev.barnacle.watch.internal.run.kernel.CutSite;
import dev.barnacle.watch.internal.run.kernel.ItemOrder;
import org.jspecify.annotations.Nullable;

/**
 * Runs work-groups on one thread. As long as all work-items of a group come to the same barriers,
 * each region is run for all of them, one after the other; when they part, or one waits for another
 * one in a loop, or their order is to be a different one, each goes its own way from cut to cut.
 */
public final class GroupRunner {
  /** The ways in which a run of a group can end. */
  public enum Outcome {
    DONE,
    /** Some work-items wait in loops for what others do: the group is to go on later. */
    WAITS,
    /** The schedule lets other groups run first. */
    PREEMPTED,
    /** A fault after which its work-items have no meaning any more. */
    FAULTY
  }

  /** Barriers from which on a group is taken to run for ever. */
  private static final int MOST_BARRIERS = 1 << 22;

  /** Barriers after which it is looked whether to stop. */
  private static final int LOOK = 256;

  private final LaunchState launch;
  private final KernelBody body;
  private final WorkItem item;
  private final ItemOrder items;
  private int barriers;

  public GroupRunner(LaunchState launch, KernelBody body, WorkItem item, ItemOrder items) {
    this.launch = launch;
    this.body = body;
    this.item = item;
    this.items = items;
  }

  /** Runs a group until it ends or waits. */
  public Outcome run(Group group) {
    item.enter(group);
    barriers = group.started() ? barriers : 0;
    if (group.started() || !items.isNatural()) {
      if (!group.started()) {
        group.separate(0);
      }
      return separately(group);
    }
    int region = 0;
    while (true) {
      body.sweep(region, item);
      if (item.mixed()) {
        return part(group);
      }
      if (item.site() == KernelBody.RETURNED) {
        return end(group);
      }
      CutSite site = launch.code().sites().get(item.site());
      if (!isForAll(site)) {
        return part(group);
      }
      pass(site);
      region = item.site() + 1;
    }
  }

  /** Returns whether all work-items of a group must come to a cut. */
  private static boolean isForAll(CutSite site) {
    return site.kind() == CutSite.Kind.BARRIER || site.kind() == CutSite.Kind.GROUP_OPERATION;
  }

  /** All work-items of the group have come to a cut and go on. */
  private void pass(CutSite site) {
    if (++barriers == MOST_BARRIERS) {
      launch.runsAway(item, site.place(), LaunchFault.Loop.BARRIERS);
    }
    if (barriers % LOOK == 0) {
      launch.checkTime(item, site.place());
    }
    MemoryScope scope = site.scope();
    if (scope != null) {
      barrier(site.flags(), scope);
    } else {
      Group group = item.group();
      int count = group.shape().items();
      item.accessor.barrier(GroupOrder.COLLECTIVE, MemoryScope.WORK_GROUP);
      new CollectiveSources(launch, group, site).check(0, count, i -> true);
      Collective.ofGroup(site, group, launch.code()).complete(0, count, i -> true);
    }
  }

  private void barrier(int flags, MemoryScope scope) {
    AsyncCopies copies = item.group().copiesSoFar();
    boolean wait = copies != null && copies.isWaitedFor();
    item.accessor.barrier(flags | (wait ? GroupOrder.WAIT : 0), scope);
    if (GroupOrder.ordersImages(flags)) {
      item.group().passImageBarrier();
    }
    if (copies != null) {
      copies.barrier(item);
    }
  }

  private Outcome end(Group group) {
    AsyncCopies copies = group.copiesSoFar();
    if (copies != null) {
      copies.end(launch.faults());
    }
    group.order().end();
    return Outcome.DONE;
  }

  /** After a sweep that ended at different cuts: from now on each work-item for itself. */
  private Outcome part(Group group) {
    group.separate(0);
    item.noteStops();
    int count = group.shape().items();
    for (int i = 0; i < count; i++) {
      note(group, i, group.stops()[i]);
    }
    return separately(group);
  }

  private void note(Group group, int number, int stop) {
    group.stops()[number] = stop;
    group.regions()[number] = stop + 1;
    CutSite.@Nullable Kind kind =
        stop == KernelBody.RETURNED ? null : launch.code().sites().get(stop).kind();
    group.states()[number] =
        kind == null
            ? Group.FINISHED
            : kind == CutSite.Kind.YIELD || kind == CutSite.Kind.PREEMPTION
                ? (byte) Group.RUNNABLE
                : Group.WAITING;
    if (kind != CutSite.Kind.PREEMPTION) {
      group.waits()[number] = stop;
    }
  }

  private Outcome separately(Group group) {
    int count = group.shape().items();
    int[] order = items.of(group.shape());
    while (true) {
      boolean ran = false;
      boolean moved = false;
      boolean preempted = false;
      for (int i = 0; i < count; i++) {
        int number = order[i];
        if (group.states()[number] == Group.RUNNABLE) {
          // One that was preempted may be so again, so that others do any number of steps before.
          if (!isPreempted(group, number) || !item.isPreempted()) {
            ran = true;
            moved |= step(group, number);
          }
          preempted |= isPreempted(group, number);
        }
      }
      moved |= new SubGroups(launch, item, group).release();
      if (preempted && (!moved || item.isPreempted())) {
        return Outcome.PREEMPTED;
      }
      if (!moved && ran) {
        return Outcome.WAITS;
      }
      if (!ran && !moved) {
        Outcome outcome = meet(group);
        if (outcome != null) {
          return outcome;
        }
      }
    }
  }

  /** Returns whether a work-item is to go on before an atomic operation. */
  private boolean isPreempted(Group group, int number) {
    int stop = group.regions()[number] - 1;
    return group.states()[number] == Group.RUNNABLE
        && stop >= 0
        && launch.code().sites().get(stop).kind() == CutSite.Kind.PREEMPTION;
  }

  /** Runs a work-item to its next cut; returns whether it came to more than a yield. */
  private boolean step(Group group, int number) {
    item.go(number);
    int stop = body.step(group.regions()[number], item);
    int before = group.waits()[number];
    note(group, number, stop);
    return group.states()[number] != Group.RUNNABLE || group.waits()[number] != before;
  }

  /** Returns whether work-items have come to a cut in the same iterations. */
  static boolean sameIterations(Group group, int first, int end) {
    long[] iterations = group.iterations();
    for (int i = first + 1; i < end; i++) {
      if (iterations[i] != iterations[first]) {
        return false;
      }
    }
    return true;
  }

  /** All work-items wait or have finished; null if they go on. */
  private @Nullable Outcome meet(Group group) {
    int count = group.shape().items();
    int site = Integer.MIN_VALUE;
    boolean same = true;
    boolean finished = false;
    for (int i = 0; i < count; i++) {
      if (group.states()[i] == Group.FINISHED) {
        finished = true;
      } else {
        same &= site == Integer.MIN_VALUE || site == group.stops()[i];
        site = group.stops()[i];
      }
    }
    if (site == Integer.MIN_VALUE) {
      return end(group);
    }
    CutSite at = launch.code().sites().get(site);
    same &= !at.counted() || sameIterations(group, 0, count);
    if (!same || finished || !isForAll(at)) {
      launch.faults().add(new DivergenceFinder(launch, group).fault());
      return Outcome.FAULTY;
    }
    pass(at);
    group.separate(site + 1);
    return null;
  }
}

package dev.barnacle.watch.internal.run;

import dev.barnacle.engine.NdRange;
import dev.barnacle.watch.Progress;
import dev.barnacle.watch.internal.race.shadow.Accessor;
import dev.barnacle.watch.internal.race.shadow.OldReads;
import dev.barnacle.watch.internal.run.exec.Group;
import dev.barnacle.watch.internal.run.exec.KernelBody;
import dev.barnacle.watch.internal.run.exec.LaunchState;
import dev.barnacle.watch.internal.run.exec.WorkItem;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.fault.LaunchFault;
import dev.barnacle.watch.internal.run.group.GroupRunner;
import dev.barnacle.watch.internal.run.kernel.GroupShape;
import dev.barnacle.watch.internal.run.kernel.ItemOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Runs all work-groups of a launch, on one thread or several. */
final class WatchedLaunch {
  /**
   * Work-groups that wait in loops, which a thread keeps before it goes back to them; more if they
   * wait for what those do that have not begun.
   */
  static final int MAX_WAITING = 256;

  /** Turns of work-items that only wait, after which nothing is to be expected any more. */
  private static final long MAX_IDLE_TURNS = 1L << 21;

  /** Turns after which work-items in loops without a way out are given up. */
  private static final int ENDLESS_ROUNDS = 64;

  /** Work-groups between two looks at the time. */
  private static final long LOOK = 64;

  private static final int ITEMS_FOR_THREADS = 4096;

  /** Work-items of a launch of which more than one order is worth while by itself. */
  private static final long FEW_ITEMS = 1 << 14;

  private final LaunchState launch;
  private final KernelBody body;
  private final ItemOrder order;
  private final int threads;
  private final AtomicLong turn = new AtomicLong();
  private final long groups;

  WatchedLaunch(LaunchState launch, KernelBody body, ItemOrder order, int threads) {
    this.launch = launch;
    this.body = body;
    this.order = order;
    this.groups = launch.range().groupCount();
    boolean small = groups * launch.range().groupSize() < ITEMS_FOR_THREADS || groups < 2;
    this.threads = launch.isPrecise() || small ? 1 : threads;
  }

  /** Returns whether a launch has so few work-items that to run it again costs little. */
  static boolean isSmall(NdRange range) {
    return range.groupCount() <= MAX_WAITING && range.groupCount() * range.groupSize() <= FEW_ITEMS;
  }

  /** Runs them all; the caller's thread takes part. */
  void run(ExecutorService pool, Progress progress) {
    progress.begin(turn::get, groups, threads, launch::stop);
    try {
      run(pool);
    } finally {
      progress.end();
    }
  }

  private void run(ExecutorService pool) {
    List<CompletableFuture<@Nullable Void>> others = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      others.add(CompletableFuture.runAsync(this::work, pool));
    }
    try {
      work();
    } finally {
      others.forEach(WatchedLaunch::join);
    }
  }

  private static void join(CompletableFuture<@Nullable Void> other) {
    try {
      other.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw e;
    }
  }

  private void work() {
    try {
      runGroups();
    } catch (LaunchState.StopException e) {
      launch.stop();
    } catch (RuntimeException | Error e) {
      launch.stop();
      throw e;
    }
  }

  private void runGroups() {
    Accessor accessor = launch.detector().accessor();
    long scratch = launch.arena().allocate(LaunchState.SCRATCH_BYTES, 128).address();
    boolean preempts = threads == 1 && isSmall(launch.range());
    WorkItem item = new WorkItem(launch, accessor, scratch, preempts ? order.preemption() : null);
    GroupRunner runner = new GroupRunner(launch, body, item, order);
    Deque<Group> waiting = new ArrayDeque<>();
    Group spare = null;
    int room = MAX_WAITING;
    while (!launch.stopped()) {
      long next = turn.getAndIncrement();
      if (next >= groups) {
        break;
      }
      if (next % LOOK == 0) {
        launch.checkTime(next, groups);
      }
      Group group = group(spare, order.group(next, groups));
      spare = null;
      GroupRunner.Outcome outcome = runner.run(group);
      if (outcome == GroupRunner.Outcome.WAITS || outcome == GroupRunner.Outcome.PREEMPTED) {
        waiting.add(group);
      } else {
        spare = group;
      }
      if (waiting.size() >= room) {
        finish(runner, waiting);
        room = Math.max(room, 2 * waiting.size());
      }
    }
    finish(runner, waiting);
  }

  private Group group(@Nullable Group spare, long number) {
    GroupShape shape = new GroupShape(launch.range(), number);
    var groupOrder = launch.detector().group(number, shape.items(), launch.subGroupSize());
    if (spare == null) {
      return new Group(launch, shape, groupOrder);
    }
    spare.reset(shape, groupOrder);
    return spare;
  }

  /**
   * Lets groups that wait go on in turn until all have ended, or all that are left wait for what
   * those may do that have not begun.
   */
  private void finish(GroupRunner runner, Deque<Group> waiting) {
    OldReads reads = launch.detector().oldReads();
    int stale = 0;
    int rounds = 0;
    long idle = 0;
    LivelockCheck standstill = new LivelockCheck(launch);
    int left = waiting.size();
    while (!waiting.isEmpty() && !launch.stopped()) {
      Group group = waiting.remove();
      GroupRunner.Outcome outcome = runner.run(group);
      if (outcome == GroupRunner.Outcome.WAITS || outcome == GroupRunner.Outcome.PREEMPTED) {
        waiting.add(group);
      }
      if (outcome != GroupRunner.Outcome.WAITS) {
        idle = 0;
        rounds = 0;
        standstill.moved();
      }
      if (--left <= 0) {
        left = waiting.size();
        if (reads != null && reads.count() > stale) {
          stale = reads.count(); // they may read something newer next time
          standstill.moved();
        }
        idle += left * launch.range().groupSize();
        // Other threads may still do what is waited for.
        boolean still = threads == 1 && standstill.isReached(waiting);
        rounds++;
        boolean endless =
            threads == 1 && (rounds >= ENDLESS_ROUNDS || still) && areEndless(waiting);
        if (!waiting.isEmpty() && (still || endless || idle > MAX_IDLE_TURNS)) {
          if (!endless && turn.get() < groups) {
            return;
          }
          launch.faults().add(noProgress(waiting, endless));
          launch.stop();
        }
      }
    }
  }

  /** Returns whether all work-items that can run are in loops without a way out. */
  private boolean areEndless(Deque<Group> waiting) {
    for (Group group : waiting) {
      for (int i = 0; i < group.shape().items(); i++) {
        int stop = group.waits()[i];
        boolean in = stop >= 0 && launch.code().sites().get(stop).endless();
        if (group.states()[i] == Group.RUNNABLE && !in) {
          return false;
        }
      }
    }
    return true;
  }

  private Fault noProgress(Deque<Group> waiting, boolean endless) {
    LaunchFault.Loop why = endless ? LaunchFault.Loop.NO_EXIT : LaunchFault.Loop.WAIT;
    Group group = waiting.element();
    for (int i = 0; i < group.shape().items(); i++) {
      int stop = group.stops()[i];
      if (group.states()[i] == Group.RUNNABLE && stop >= 0) {
        int place = launch.code().sites().get(stop).place();
        return new LaunchFault.Endless(
            why, new Fault.Access(place, "wait", group.shape().number(), i));
      }
    }
    return new LaunchFault.Endless(why, null);
  }
}

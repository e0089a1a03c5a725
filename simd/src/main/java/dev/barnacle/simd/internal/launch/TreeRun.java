package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.enqueue.ChildCommand;
import dev.barnacle.engine.enqueue.CommandTree;
import dev.barnacle.engine.enqueue.Enqueuer;
import dev.barnacle.engine.enqueue.SharedRun;
import dev.barnacle.ir.Function;
import dev.barnacle.simd.internal.threads.GrainSize;
import dev.barnacle.simd.internal.threads.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Runs what a launch's kernel has enqueued on the device, and what that enqueues, until all is
 * complete. As long as there is one thing to do at a time, the launching thread does it alone; then
 * each thread of the pool takes what the {@link CommandTree} gives it: a kernel-instance, all of it
 * where it is small, or work-groups of one that another thread has begun.
 */
public final class TreeRun {
  /** The least time of a kernel-instance that others help with, in nanoseconds. */
  private static final long SHARED_NANOS = 20_000;

  private final WorkerPool pool;
  private final DeviceLimits device;
  private final Launch root;
  private final CommandTree tree;
  private final Planner planner;
  private final Map<String, Function> kernels;
  private final int threads;

  /** True if the launching thread may run what comes next. */
  private volatile boolean onCaller;

  /** Plans launches. */
  @FunctionalInterface
  public interface Planner {
    LaunchPlan plan(Launch launch);
  }

  /**
   * Makes a run.
   *
   * @param root the launch of the host
   * @param tree its, with what its kernel has enqueued
   * @param kernels of the program, by name
   */
  public TreeRun(
      WorkerPool pool,
      DeviceLimits device,
      Launch root,
      CommandTree tree,
      Planner planner,
      Map<String, Function> kernels) {
    this.pool = pool;
    this.device = device;
    this.root = root;
    this.tree = tree;
    this.planner = planner;
    this.kernels = kernels;
    this.threads = Math.min(pool.size(), root.computeUnits());
    this.onCaller = pool.callerMayRun();
  }

  /** Runs all of it; {@link CommandTree#close} tells how it went. */
  public void run() {
    while (onCaller && !tree.isOver() && (threads == 1 || !tree.isWide())) {
      step(true);
    }
    while (!tree.isOver()) {
      pool.run(threads, onCaller, threads, new GrainSize(true), this::work);
    }
  }

  private void work(long begin, long end) {
    boolean caller = !WorkerPool.isWorker();
    while (!tree.isOver() && (!caller || onCaller)) {
      step(caller);
    }
  }

  private void step(boolean caller) {
    switch (tree.take()) {
      case ChildCommand command -> run(command, caller);
      case SharedRun run -> run.help();
      case null -> {}
    }
  }

  private void run(ChildCommand command, boolean caller) {
    try (Arena arena = Arena.ofConfined()) {
      Launch launch = launch(command.payload(), arena);
      LaunchPlan plan = planner.plan(launch);
      if (caller && !KernelRun.fitsAnyStack(plan)) {
        onCaller = false;
        tree.putBack(command);
        return;
      }
      long start = System.nanoTime();
      Enqueuing enqueuing = new Enqueuing(tree, command, kernels);
      if (WaitingRun.isOf(plan)) {
        runWaiting(launch, plan, enqueuing, arena);
      } else if (isShared(plan)) {
        share(plan, enqueuing);
      } else {
        runAlone(launch, plan, enqueuing, arena);
        plan.ran(launch, System.nanoTime() - start);
      }
    } catch (RuntimeException | Error e) {
      tree.fail(e);
    }
  }

  /** The launch of a kernel-instance, whose literal is put into memory. */
  private Launch launch(ChildCommand.Payload payload, Arena arena) {
    byte[] literal = payload.literal();
    MemorySegment memory = arena.allocate(Math.max(8, literal.length), 128);
    MemorySegment.copy(literal, 0, memory, ValueLayout.JAVA_BYTE, 0, literal.length);
    List<Argument> arguments = new ArrayList<>();
    arguments.add(new Argument.Memory(memory, Argument.Access.READ_ONLY));
    payload.localSizes().forEach(size -> arguments.add(new Argument.Local(size)));
    Function kernel = Objects.requireNonNull(payload.kernel());
    return root.of(kernel, Objects.requireNonNull(payload.range()), arguments);
  }

  private boolean isShared(LaunchPlan plan) {
    if (threads > 1) {
      for (LaunchPlan.Box box : plan.boxes()) {
        if (box.groups() > 1 && !box.cost().isBelow(SHARED_NANOS, box.groups())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Other threads may still run it when this one has left. */
  private void share(LaunchPlan plan, Enqueuing enqueuing) {
    Arena arena = Arena.ofAuto();
    Launch launch = launch(enqueuing.command().payload(), arena);
    KernelRun run = new KernelRun(device, launch, plan, enqueuing);
    List<BoxRun> boxes = new ArrayList<>();
    for (LaunchPlan.Box box : plan.boxes()) {
      boxes.add(run.box(box, run.block(arena)));
    }
    ChildRun shared = new ChildRun(enqueuing, run.state(), boxes, threads, arena);
    tree.share(shared);
    shared.help();
  }

  private void runWaiting(Launch launch, LaunchPlan plan, Enqueuing enqueuing, Arena arena) {
    KernelRun run = new KernelRun(device, launch, plan, enqueuing);
    new WaitingRun(run, plan, () -> false, device, arena).runHere();
    run.state().rethrow();
    run.state().close();
    tree.end(enqueuing.command());
  }

  private void runAlone(Launch launch, LaunchPlan plan, Enqueuing enqueuing, Arena arena) {
    KernelRun run = new KernelRun(device, launch, plan, enqueuing);
    Enqueuer enqueuer = new Enqueuer(tree, enqueuing.command());
    MemorySegment block = run.block(arena);
    for (LaunchPlan.Box box : plan.boxes()) {
      BoxRun groups = run.box(box, block);
      long start = System.nanoTime();
      groups.begin();
      groups.run(0, box.groups(), enqueuing, enqueuer);
      groups.end();
      run.state().rethrow();
      box.cost().measured(box.groups(), System.nanoTime() - start);
    }
    run.state().close();
    enqueuer.flushAndEnd();
  }
}

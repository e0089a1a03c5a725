package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Launch;
import dev.barnacle.simd.internal.abi.ArgumentLayout;
import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.code.CompiledKernel;
import dev.barnacle.simd.internal.guard.FaultGuard;
import dev.barnacle.simd.internal.plan.KernelMeasure;
import dev.barnacle.simd.internal.threads.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** One launch on its way: its argument block, and its work-groups box by box. */
public final class KernelRun {
  /** Private memory that fits on any thread's stack, in bytes. */
  private static final long SMALL_STACK = 128 << 10;

  private final DeviceLimits device;
  private final LaunchPlan plan;
  private final RunState state;

  /**
   * Makes a run.
   *
   * @param plan for the launch
   * @param enqueuing null for a kernel that asks nothing of queues of the device
   */
  public KernelRun(
      DeviceLimits device, Launch launch, LaunchPlan plan, @Nullable Enqueuing enqueuing) {
    this.device = device;
    this.plan = plan;
    this.state = new RunState(launch, plan, enqueuing);
  }

  /**
   * Runs all boxes of the NDRange.
   *
   * @param pool the threads that take part
   * @return nanoseconds from the first work-group's start to the last one's end
   */
  public long run(WorkerPool pool) {
    int computeUnits = state.launch().computeUnits();
    try (Arena arena = Arena.ofConfined()) {
      if (WaitingRun.isOf(plan)) {
        new WaitingRun(this, plan, pool::helpAnother, device, arena).run(pool, computeUnits);
        state.rethrow();
        return state.nanos();
      }
      MemorySegment block = block(arena);
      for (LaunchPlan.Box box : plan.boxes()) {
        BoxRun groups = box(box, block);
        pool.run(box.groups(), fitsAnyStack(box), computeUnits, box.cost(), groups);
        state.rethrow();
      }
    } finally {
      state.close();
    }
    return state.nanos();
  }

  static boolean fitsAnyStack(LaunchPlan plan) {
    for (LaunchPlan.Box box : plan.boxes()) {
      if (!fitsAnyStack(box)) {
        return false;
      }
    }
    return true;
  }

  private static boolean fitsAnyStack(LaunchPlan.Box box) {
    return box.code().needs().stackBytes() <= SMALL_STACK;
  }

  RunState state() {
    return state;
  }

  /** Reserves an argument block. */
  MemorySegment block(Arena arena) {
    long bytes = plan.kernel().layout().end() + ArgumentLayout.copyBytes(plan.facts().copied());
    return arena.allocate(bytes, 128);
  }

  /**
   * Prepares the run of a box.
   *
   * @param block is filled, and must stay as it is while the box runs
   * @throws EngineException if the box does not fit the device
   */
  BoxRun box(LaunchPlan.Box box, MemorySegment block) {
    Launch launch = state.launch();
    ArgumentLayout layout = plan.kernel().layout();
    long arenaBytes = layout.pack(launch.arguments(), block, box.code().needs().arenaBytes());
    check(box.code(), arenaBytes);
    PrivatizedBuffers shadows =
        new PrivatizedBuffers(
            launch, plan.kernel().facts().copies(), plan.facts().copied(), arenaBytes);
    shadows.describe(block, layout.end());
    FaultGuard guard = FaultGuard.get();
    if (guard != null) {
      guard.prepare(plan.kernel().words()); // here, as the time of work-groups is measured
    }
    return new BoxRun(state, plan.range().dimensions(), box, forWorkers(block), shadows);
  }

  /**
   * The same memory for other threads. All that use it have ended before the arena is closed, which
   * makes a shared arena's costly handshake with every thread unnecessary.
   */
  private static MemorySegment forWorkers(MemorySegment confined) {
    return MemorySegment.ofAddress(confined.address());
  }

  private void check(CompiledKernel kernel, long arenaBytes) {
    long local = kernel.needs().localBytes() + localArgumentBytes();
    if (local > device.localMemBytes()) {
      throw exhausted(
          "needs " + local + " bytes of local memory; the device has " + device.localMemBytes());
    }
    if (kernel.needs().stackBytes() > SimdLimits.LARGE_STACK) {
      throw exhausted(
          "needs "
              + kernel.needs().stackBytes()
              + " bytes of private memory for a work-item; "
              + SimdLimits.LARGE_STACK
              + " are the most");
    }
    if (!KernelMeasure.hasRoom(device, arenaBytes)) {
      throw new EngineException(
          plan.range().groupSize() > 1
              ? EngineException.Kind.INVALID_WORK_GROUP_SIZE
              : EngineException.Kind.OUT_OF_RESOURCES,
          "kernel "
              + kernelName()
              + " needs "
              + arenaBytes
              + " bytes to keep the private memory of a work-group of "
              + plan.range().groupSize()
              + " across barriers");
    }
  }

  private String kernelName() {
    return state.kernel().function().name();
  }

  private long localArgumentBytes() {
    long bytes = 0;
    for (Argument argument : state.launch().arguments()) {
      bytes += argument instanceof Argument.Local local ? local.byteSize() : 0;
    }
    return bytes;
  }

  private EngineException exhausted(String why) {
    return new EngineException(
        EngineException.Kind.OUT_OF_RESOURCES, "kernel " + kernelName() + " " + why);
  }
}

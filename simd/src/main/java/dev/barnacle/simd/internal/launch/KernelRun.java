package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Launch;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.ArgumentLayout;
import dev.barnacle.simd.internal.abi.FaultCode;
import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.code.CompiledKernel;
import dev.barnacle.simd.internal.guard.FaultGuard;
import dev.barnacle.simd.internal.plan.KernelMeasure;
import dev.barnacle.simd.internal.threads.WorkerArena;
import dev.barnacle.simd.internal.threads.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One launch on its way: its argument block, and its work-groups box by box. */
public final class KernelRun {
  /** Private memory that fits on any thread's stack, in bytes. */
  private static final long SMALL_STACK = 128 << 10;

  private final WorkerPool pool;
  private final DeviceLimits device;
  private final Launch launch;
  private final LaunchPlan plan;
  private final LaunchedKernel kernel;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final long made = System.nanoTime();
  private final @Nullable FaultGuard guard = FaultGuard.get();
  private volatile boolean over;

  /** When the first work-group started, in nanoseconds since {@link #made}. */
  private final AtomicLong begun = new AtomicLong(Long.MAX_VALUE);

  /** When the last one ended. */
  private final AtomicLong ended = new AtomicLong();

  /**
   * Makes a run.
   *
   * @param pool the threads that take part
   * @param plan for the launch
   */
  public KernelRun(WorkerPool pool, DeviceLimits device, Launch launch, LaunchPlan plan) {
    this.pool = pool;
    this.device = device;
    this.launch = launch;
    this.plan = plan;
    this.kernel = plan.kernel();
  }

  /**
   * Runs all boxes of the NDRange.
   *
   * @return nanoseconds from the first work-group's start to the last one's end
   */
  public long run() {
    ArgumentLayout layout = kernel.layout();
    long copied = plan.facts().copied();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment arguments =
          arena.allocate(layout.end() + ArgumentLayout.copyBytes(copied), 128);
      for (LaunchPlan.Box box : plan.boxes()) {
        long arenaBytes =
            layout.pack(launch.arguments(), arguments, box.code().needs().arenaBytes());
        check(box.code(), arenaBytes);
        PrivatizedBuffers shadows =
            new PrivatizedBuffers(launch, kernel.facts().copies(), copied, arenaBytes);
        shadows.describe(arguments, layout.end());
        runBox(box, forWorkers(arguments), shadows);
      }
    } finally {
      over = true;
    }
    return Math.max(0, ended.get() - begun.get());
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
    if (arenaBytes > KernelMeasure.mostArenaBytes(device)) {
      throw new EngineException(
          plan.range().groupSize() > 1
              ? EngineException.Kind.INVALID_WORK_GROUP_SIZE
              : EngineException.Kind.OUT_OF_RESOURCES,
          "kernel "
              + launch.kernel().name()
              + " needs "
              + arenaBytes
              + " bytes to keep the private memory of a work-group of "
              + plan.range().groupSize()
              + " across barriers");
    }
  }

  private long localArgumentBytes() {
    long bytes = 0;
    for (Argument argument : launch.arguments()) {
      bytes += argument instanceof Argument.Local local ? local.byteSize() : 0;
    }
    return bytes;
  }

  private EngineException exhausted(String why) {
    return new EngineException(
        EngineException.Kind.OUT_OF_RESOURCES, "kernel " + launch.kernel().name() + " " + why);
  }

  private void runBox(LaunchPlan.Box box, MemorySegment arguments, PrivatizedBuffers shadows) {
    CompiledKernel code = box.code();
    pool.run(
        box.groups(),
        code.needs().stackBytes() <= SMALL_STACK,
        launch.computeUnits(),
        box.cost(),
        new Copying(shadows) {
          @Override
          public void run(long begin, long end) {
            MemorySegment arena = WorkerArena.get(shadows.arenaBytes());
            arena.set(ValueLayout.JAVA_LONG, ArenaLayout.FAULT, 0L);
            arena.set(ValueLayout.JAVA_LONG, ArenaLayout.END, shadows.localEnd());
            if (code.needs().printfs().isEmpty()) {
              enter(code, arguments, box.info(), arena, begin, end);
            } else {
              print(() -> enter(code, arguments, box.info(), arena, begin, end), code);
            }
            checkFault(arena);
          }
        });
    rethrow(failure.get());
  }

  private void enter(
      CompiledKernel code,
      MemorySegment arguments,
      MemorySegment info,
      MemorySegment arena,
      long begin,
      long end) {
    long since = System.nanoTime() - made;
    if (since < begun.get()) {
      begun.accumulateAndGet(since, Math::min);
    }
    try {
      if (guard == null) {
        code.entry().invokeExact(arguments, info, arena, begin, end);
      } else {
        int signal = guard.enter(code.code(), kernel.words(), arguments, info, arena, begin, end);
        if (signal != 0) {
          throw fault(signal);
        }
      }
      ended.accumulateAndGet(System.nanoTime() - made, Math::max);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private EngineException fault(int signal) {
    FaultGuard.watch(() -> over);
    return new EngineException(
        EngineException.Kind.KERNEL_FAULT,
        "kernel " + launch.kernel().name() + " " + FaultGuard.verb(signal));
  }

  private void print(Runnable groups, CompiledKernel code) {
    PrintfCalls.RUNNING.set(
        new PrintfCalls.Running(code.needs().printfs(), launch.output(), failure));
    try {
      groups.run();
    } finally {
      PrintfCalls.RUNNING.remove();
    }
  }

  /** Work with copies of buffers in each thread's arena. */
  private abstract static class Copying implements WorkerPool.Work {
    private final PrivatizedBuffers shadows;

    Copying(PrivatizedBuffers shadows) {
      this.shadows = shadows;
    }

    @Override
    public void begin() {
      if (!shadows.isEmpty()) {
        shadows.fill(WorkerArena.get(shadows.arenaBytes()));
      }
    }

    @Override
    public void end() {
      if (!shadows.isEmpty()) {
        shadows.merge(WorkerArena.get(shadows.arenaBytes()));
      }
    }
  }

  private static void rethrow(@Nullable Throwable failure) {
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }

  private void checkFault(MemorySegment arena) {
    long fault = arena.get(ValueLayout.JAVA_LONG, ArenaLayout.FAULT);
    if (fault == 0) {
      return;
    }
    StringBuilder group = new StringBuilder();
    for (int d = 0; d < plan.range().dimensions(); d++) {
      group.append(d == 0 ? "" : ", ");
      group.append(arena.get(ValueLayout.JAVA_LONG, ArenaLayout.FAULT_GROUP + 8L * d));
    }
    if (fault == FaultCode.TRAP.code()) {
      throw new EngineException(
          EngineException.Kind.TRAP,
          "kernel "
              + launch.kernel().name()
              + ": trap: a work-item of work-group ("
              + group
              + ") came to __builtin_trap");
    }
    throw new EngineException(
        EngineException.Kind.BARRIER_DIVERGENCE,
        "kernel "
            + launch.kernel().name()
            + ": barrier divergence: work-items of work-group ("
            + group
            + ") wait at different barriers");
  }
}

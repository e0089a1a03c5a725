package dev.barnacle.simd.internal;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One launch on its way: its argument block, and its work-groups box by box. */
final class KernelRun {
  /** Private memory that fits on any thread's stack, in bytes. */
  private static final long SMALL_STACK = 128 << 10;

  /** Private memory that fits on a worker's stack, in bytes. */
  private static final long LARGE_STACK = 48L << 20;

  private final SimdRuntime runtime;
  private final Launch launch;
  private final Map<Integer, PrivateCopies.Use> copies;
  private final long copied;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /**
   * Makes a run.
   *
   * @param copies what the kernel does with arguments that could be copied
   * @param copied those that are, a bit each
   */
  KernelRun(
      SimdRuntime runtime, Launch launch, Map<Integer, PrivateCopies.Use> copies, long copied) {
    this.runtime = runtime;
    this.launch = launch;
    this.copies = copies;
    this.copied = copied;
  }

  /**
   * Runs all boxes of the NDRange; {@code code} has the kernel for full (false) and for partial
   * groups (true).
   */
  void run(Map<Boolean, CompiledKernel> code) {
    ArgumentLayout layout = new ArgumentLayout(launch.kernel());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment arguments =
          arena.allocate(layout.end() + Shadows.descriptionBytes(copied), 128);
      for (GroupBox box : GroupBox.of(launch.range())) {
        CompiledKernel kernel = Objects.requireNonNull(code.get(box.isPartial(launch.range())));
        long arenaBytes = layout.pack(launch.arguments(), arguments, kernel.needs().arenaBytes());
        check(kernel, arenaBytes);
        Shadows shadows = new Shadows(launch, copies, copied, arenaBytes);
        shadows.describe(arguments, layout.end());
        runBox(kernel, forWorkers(arguments), forWorkers(info(box, arena)), shadows, box.groups());
      }
    }
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
    if (local > runtime.limits().localMemBytes()) {
      throw exhausted(
          "needs "
              + local
              + " bytes of local memory; the device has "
              + runtime.limits().localMemBytes());
    }
    if (kernel.needs().stackBytes() > LARGE_STACK) {
      throw exhausted(
          "needs "
              + kernel.needs().stackBytes()
              + " bytes of private memory for a work-item; "
              + LARGE_STACK
              + " are the most");
    }
    if (arenaBytes > KernelMeasure.mostArenaBytes(runtime.limits())) {
      throw new EngineException(
          launch.range().groupSize() > 1
              ? EngineException.Kind.INVALID_WORK_GROUP_SIZE
              : EngineException.Kind.OUT_OF_RESOURCES,
          "kernel "
              + launch.kernel().name()
              + " needs "
              + arenaBytes
              + " bytes to keep the private memory of a work-group of "
              + launch.range().groupSize()
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

  private MemorySegment info(GroupBox box, Arena arena) {
    NdRange range = launch.range();
    MemorySegment info = arena.allocate(ValueLayout.JAVA_LONG, InfoText.LENGTH);
    for (int d = 0; d < 3; d++) {
      info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.GLOBAL_SIZE + d, range.global(d));
      info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.OFFSET + d, range.offset(d));
      info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.NUM_GROUPS + d, range.groups(d));
      info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.BOX_BEGIN + d, box.begin().get(d));
      info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.BOX_SIZE + d, box.count().get(d));
      info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.LOCAL_SIZE + d, box.local().get(d));
    }
    info.setAtIndex(ValueLayout.JAVA_LONG, InfoText.WORK_DIM, range.dimensions());
    return info;
  }

  private void runBox(
      CompiledKernel kernel,
      MemorySegment arguments,
      MemorySegment info,
      Shadows shadows,
      long groups) {
    boolean onCaller = kernel.needs().stackBytes() <= SMALL_STACK;
    PrintfCalls.Running running =
        new PrintfCalls.Running(kernel.needs().printfs(), launch.output(), failure);
    runtime
        .pool(launch.processors())
        .run(
            groups,
            onCaller,
            launch.computeUnits(),
            new Copying(shadows) {
              @Override
              public void run(long begin, long end) {
                MemorySegment arena = WorkerArena.get(shadows.arenaBytes());
                arena.set(ValueLayout.JAVA_LONG, ArenaLayout.FAULT, 0L);
                arena.set(ValueLayout.JAVA_LONG, ArenaLayout.END, shadows.localEnd());
                PrintfCalls.RUNNING.set(running);
                try {
                  kernel.entry().invokeExact(arguments, info, arena, begin, end);
                } catch (RuntimeException | Error e) {
                  throw e;
                } catch (Throwable e) {
                  throw new IllegalStateException(e);
                } finally {
                  PrintfCalls.RUNNING.remove();
                }
                checkFault(arena);
              }
            });
    rethrow(failure.get());
  }

  /** Work with copies of buffers in each thread's arena. */
  private abstract static class Copying implements WorkerPool.Work {
    private final Shadows shadows;

    Copying(Shadows shadows) {
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
    if (arena.get(ValueLayout.JAVA_LONG, ArenaLayout.FAULT) == 0) {
      return;
    }
    StringBuilder group = new StringBuilder();
    for (int d = 0; d < launch.range().dimensions(); d++) {
      group.append(d == 0 ? "" : ", ");
      group.append(arena.get(ValueLayout.JAVA_LONG, ArenaLayout.FAULT_GROUP + 8L * d));
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

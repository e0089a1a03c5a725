package dev.barnacle.simd.internal.launch;

import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.enqueue.Enqueuer;
import dev.barnacle.llvm.host.NativeCall;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.FaultCode;
import dev.barnacle.simd.internal.code.CompiledKernel;
import dev.barnacle.simd.internal.guard.FaultGuard;
import dev.barnacle.simd.internal.threads.WorkerArena;
import dev.barnacle.simd.internal.threads.WorkerPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/** Runs work-groups of one box of a launch, with each thread's copies of buffers in its arena. */
final class BoxRun implements WorkerPool.Work {
  private final RunState state;
  private final int dimensions;
  private final LaunchPlan.Box box;
  private final MemorySegment arguments;
  private final PrivatizedBuffers shadows;
  private final @Nullable FaultGuard guard = FaultGuard.get();

  /**
   * Makes a run.
   *
   * @param dimensions of the NDRange
   * @param arguments the argument block
   */
  BoxRun(
      RunState state,
      int dimensions,
      LaunchPlan.Box box,
      MemorySegment arguments,
      PrivatizedBuffers shadows) {
    this.state = state;
    this.dimensions = dimensions;
    this.box = box;
    this.arguments = arguments;
    this.shadows = shadows;
  }

  LaunchPlan.Box box() {
    return box;
  }

  /** Returns the bytes of a work-group's arena. */
  long arenaBytes() {
    return shadows.arenaBytes();
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

  @Override
  public void run(long begin, long end) {
    run(begin, end, WorkerArena.get(shadows.arenaBytes()));
  }

  /** Runs work-groups in an arena. */
  void run(long begin, long end, MemorySegment arena) {
    Enqueuing enqueuing = state.enqueuing();
    if (enqueuing == null || box.code().needs().blocks().isEmpty()) {
      runGroups(begin, end, arena);
      return;
    }
    Enqueuer enqueuer = new Enqueuer(enqueuing.tree(), enqueuing.command());
    run(begin, end, arena, enqueuing, enqueuer);
    enqueuer.flush();
  }

  /**
   * Runs work-groups.
   *
   * @param enqueuer keeps what they enqueue
   */
  void run(long begin, long end, Enqueuing enqueuing, Enqueuer enqueuer) {
    run(begin, end, WorkerArena.get(shadows.arenaBytes()), enqueuing, enqueuer);
  }

  private void run(
      long begin, long end, MemorySegment arena, Enqueuing enqueuing, Enqueuer enqueuer) {
    QueueCalls.RUNNING.set(
        new QueueCalls.Running(
            enqueuing.named(box.code().needs().blocks()), enqueuer, state.failure()));
    try {
      runGroups(begin, end, arena);
    } finally {
      QueueCalls.RUNNING.remove();
    }
  }

  private void runGroups(long begin, long end, MemorySegment arena) {
    arena.set(ValueLayout.JAVA_LONG, ArenaLayout.FAULT, 0L);
    arena.set(ValueLayout.JAVA_LONG, ArenaLayout.END, shadows.localEnd());
    if (box.code().needs().printfs().isEmpty()) {
      enter(arena, begin, end);
    } else {
      print(() -> enter(arena, begin, end));
    }
    checkFault(arena);
  }

  private void enter(MemorySegment arena, long begin, long end) {
    CompiledKernel code = box.code().latest();
    state.begin();
    try {
      if (guard == null) {
        NativeCall.call(
            code.entry(),
            arguments.address(),
            box.info().address(),
            arena.address(),
            begin,
            end,
            0);
      } else {
        FaultGuard.KernelWords words = state.kernel().words();
        int signal = guard.enter(code.entry(), words, arguments, box.info(), arena, begin, end);
        if (signal != 0) {
          throw fault(signal);
        }
      }
      state.end();
    } finally {
      Reference.reachabilityFence(box);
      Reference.reachabilityFence(arena);
    }
  }

  private String kernelName() {
    return state.kernel().function().name();
  }

  private EngineException fault(int signal) {
    FaultGuard.watch(state::isOver);
    return new EngineException(
        EngineException.Kind.KERNEL_FAULT,
        "kernel " + kernelName() + " " + FaultGuard.verb(signal));
  }

  private void print(Runnable groups) {
    PrintfCalls.RUNNING.set(
        new PrintfCalls.Running(
            box.code().needs().printfs(), state.launch().output(), state.failure()));
    try {
      groups.run();
    } finally {
      PrintfCalls.RUNNING.remove();
    }
  }

  private void checkFault(MemorySegment arena) {
    long fault = arena.get(ValueLayout.JAVA_LONG, ArenaLayout.FAULT);
    if (fault == 0) {
      return;
    }
    StringBuilder group = new StringBuilder();
    for (int d = 0; d < dimensions; d++) {
      group.append(d == 0 ? "" : ", ");
      group.append(arena.get(ValueLayout.JAVA_LONG, ArenaLayout.FAULT_GROUP + 8L * d));
    }
    throw fault(kernelName(), fault, group.toString());
  }

  /**
   * Returns the error of a work-group that could not go on.
   *
   * @param fault what it left at {@link ArenaLayout#FAULT}
   * @param group its id in each dimension, with commas between
   */
  static EngineException fault(String kernel, long fault, String group) {
    return fault == FaultCode.TRAP.code()
        ? new EngineException(
            EngineException.Kind.TRAP,
            "kernel "
                + kernel
                + ": trap: a work-item of work-group ("
                + group
                + ") came to __builtin_trap")
        : new EngineException(
            EngineException.Kind.BARRIER_DIVERGENCE,
            "kernel "
                + kernel
                + ": barrier divergence: work-items of work-group ("
                + group
                + ") wait at different barriers");
  }
}

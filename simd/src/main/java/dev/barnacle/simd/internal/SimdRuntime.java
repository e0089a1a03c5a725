package dev.barnacle.simd.internal;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.DeviceMemory;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.analysis.PrivateMemory;
import dev.barnacle.ir.pass.Pipeline;
import dev.barnacle.ir.pass.TooLargeException;
import dev.barnacle.simd.CompileListener;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.code.CodeCache;
import dev.barnacle.simd.internal.code.CompileStep;
import dev.barnacle.simd.internal.code.DumpListener;
import dev.barnacle.simd.internal.code.HostProcessor;
import dev.barnacle.simd.internal.code.KeptProgram;
import dev.barnacle.simd.internal.code.LoadedProgram;
import dev.barnacle.simd.internal.code.NativeCode;
import dev.barnacle.simd.internal.code.NativeCompiler;
import dev.barnacle.simd.internal.code.PoolObject;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.launch.PrintfCalls;
import dev.barnacle.simd.internal.plan.ProgramSummary;
import dev.barnacle.simd.internal.threads.NativePool;
import dev.barnacle.simd.internal.threads.WorkerPool;
import dev.barnacle.simd.internal.tier.KernelTiers;
import dev.barnacle.simd.internal.tier.NextKernels;
import dev.barnacle.store.BlobStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The state that the executables of one engine share: the threads, the JIT, the limits. */
public final class SimdRuntime implements AutoCloseable {
  private static final long LOCAL_BYTES = 1L << 20;

  /** The time that the compiling thread waits for more work. */
  private static final long IDLE_SECONDS = 2;

  private final WorkerPool pool;
  private final ThreadPoolExecutor beside = threads(1);
  private final ThreadPoolExecutor ahead = threads(NextKernels.MOST_UNUSED);
  private final NativeCode code;
  private final NativeCompiler compiler;
  private final Map<List<Integer>, WorkerPool> pinnedPools = new ConcurrentHashMap<>();
  private final DeviceLimits limits;
  private final List<Pipeline.Listener> listeners;
  private final Consumer<String> notices;
  private final Set<String> noticed = ConcurrentHashMap.newKeySet();

  /**
   * Starts the threads.
   *
   * @param listeners are told after each pass over a program
   * @param compilations are told of each kernel that is compiled
   * @param notices takes what users are to know of their kernels, in a line each
   */
  public SimdRuntime(
      SimdOptions options,
      List<Pipeline.Listener> listeners,
      List<CompileListener> compilations,
      Consumer<String> notices) {
    this(options, listeners, compilations, files(options), notices, UnaryOperator.identity());
  }

  /** Makes one whose machine code is kept in these files. */
  public SimdRuntime(
      SimdOptions options,
      List<Pipeline.Listener> listeners,
      List<CompileListener> compilations,
      Optional<BlobStore> files) {
    this(options, listeners, compilations, files, _ -> {}, UnaryOperator.identity());
  }

  /**
   * Makes one that compiles otherwise.
   *
   * @param compiling makes of the usual step the one that is taken
   */
  public SimdRuntime(
      SimdOptions options,
      List<Pipeline.Listener> listeners,
      List<CompileListener> compilations,
      Optional<BlobStore> files,
      Consumer<String> notices,
      UnaryOperator<CompileStep> compiling) {
    this.notices = notices;
    this.listeners = List.copyOf(listeners);
    List<CompileListener> all = new ArrayList<>(compilations);
    if (!options.dump().isEmpty()) {
      all.add(new DumpListener(options.dump()));
    }
    Optional<CodeCache> cache = files.flatMap(CodeCache::in);
    this.code = new NativeCode(target(options, cache), options.linking());
    this.compiler = new NativeCompiler(code, cache, options, all, this::notice, compiling);
    TargetCpu target = code.target();
    NativePool.objectBy(() -> PoolObject.get(cache, target));
    PrintfCalls.define(code);
    this.limits = limits(options, target);
    this.pool = new WorkerPool(options.threads(), options.pinned());
  }

  /**
   * Returns what an engine with these options offers.
   *
   * @throws IllegalArgumentException if the computer does not have what the options ask for
   */
  public static DeviceLimits limits(SimdOptions options) {
    return limits(options, target(options, files(options).flatMap(CodeCache::in)));
  }

  private static TargetCpu target(SimdOptions options, Optional<CodeCache> cache) {
    return TargetCpu.of(options.instructions(), HostProcessor.get(cache));
  }

  private static Optional<BlobStore> files(SimdOptions options) {
    return options.cached() ? BlobStore.ofUser() : Optional.empty();
  }

  private static DeviceLimits limits(SimdOptions options, TargetCpu target) {
    return new DeviceLimits(
        options.threads(),
        SimdLimits.MAX_GROUP_SIZE,
        LOCAL_BYTES,
        DeviceMemory.ofHost(),
        target.vectorBits() / 8);
  }

  /** Returns what the engine offers. */
  public DeviceLimits limits() {
    return limits;
  }

  /**
   * Prepares a program.
   *
   * @throws EngineException {@link EngineException.Kind#UNSUPPORTED_PROGRAM} for a kernel that no
   *     launch could run
   */
  public Executable load(Module module) {
    module.kernels().forEach(SubGroupSizes::check);
    Optional<KeptProgram> kept = compiler.kept(module.identity());
    Optional<ProgramSummary> known =
        module.isRead() || !listeners.isEmpty()
            ? Optional.empty()
            : kept.flatMap(KeptProgram::facts);
    if (known.isPresent()) {
      module.whenRead(this::prepare);
      return new SimdExecutable(this, module, kept, known.get());
    }
    prepare(module);
    SimdExecutable made = new SimdExecutable(this, module, kept, ProgramSummary.NONE);
    kept.ifPresent(k -> beside.execute(() -> keepFacts(k, made, module)));
    return made;
  }

  private static void keepFacts(KeptProgram kept, SimdExecutable made, Module module) {
    try {
      kept.store(made.summary(module));
    } catch (RuntimeException e) {
      return; // a launch that asks for them will meet it
    }
  }

  private void prepare(Module module) {
    module.functions(); // to be read before the passes change it
    Pipeline pipeline = SimdPasses.pipeline();
    listeners.forEach(pipeline::listen);
    try {
      pipeline.run(module);
    } catch (TooLargeException e) {
      throw EngineException.unsupported(e.function().location(), e.reason());
    }
    module.kernels().forEach(SimdRuntime::checkStack);
  }

  private static void checkStack(Function kernel) {
    long bytes = PrivateMemory.byteSize(kernel);
    if (bytes > SimdLimits.LARGE_STACK) {
      throw EngineException.unsupported(
          kernel.location(),
          "kernel "
              + kernel.name()
              + " needs "
              + bytes
              + " bytes of private memory for a work-item; "
              + SimdLimits.LARGE_STACK
              + " are the most");
    }
  }

  /** Returns the thread that compiles beside launches. */
  public Executor beside() {
    return beside;
  }

  /** Returns the threads that compile what may be launched next. */
  public Executor ahead() {
    return ahead;
  }

  /** Returns what makes machine code. */
  public NativeCompiler compiler() {
    return compiler;
  }

  /** Returns the versions of a program's kernels, none of them made yet. */
  public KernelTiers versions(LoadedProgram program) {
    return new KernelTiers(compiler, beside, ahead, limits, program);
  }

  private static ThreadPoolExecutor threads(int count) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> Thread.ofPlatform().daemon().name("barnacle-compile").unstarted(task));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  public WorkerPool pool() {
    return pool;
  }

  /** Returns the threads that stay on these processors; all threads if there are none named. */
  public WorkerPool pool(List<Integer> processors) {
    return processors.isEmpty() ? pool : pinnedPools.computeIfAbsent(processors, WorkerPool::new);
  }

  /** Tells users what they are to know of their kernels, once. */
  private void notice(String line) {
    if (noticed.add(line)) {
      notices.accept(line);
    }
  }

  /** Ends the threads. What is being compiled beside is not waited for: LLVM can't be stopped. */
  @Override
  public void close() {
    ahead.getQueue().clear();
    ahead.shutdown();
    beside.getQueue().clear();
    beside.shutdown();
    pool.close();
    pinnedPools.values().forEach(WorkerPool::close);
    code.close();
  }
}

package dev.barnacle.simd.internal;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.engine.KernelTraits;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.LaunchResult;
import dev.barnacle.engine.NativePlan;
import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.RepeatedLaunch;
import dev.barnacle.engine.enqueue.CommandTree;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.simd.internal.code.KeptProgram;
import dev.barnacle.simd.internal.code.LoadedProgram;
import dev.barnacle.simd.internal.code.NativeCompiler;
import dev.barnacle.simd.internal.launch.Enqueuing;
import dev.barnacle.simd.internal.launch.KernelRun;
import dev.barnacle.simd.internal.launch.LaunchPlan;
import dev.barnacle.simd.internal.launch.LaunchPlans;
import dev.barnacle.simd.internal.launch.NativePlans;
import dev.barnacle.simd.internal.launch.PlannedLaunch;
import dev.barnacle.simd.internal.launch.TreeRun;
import dev.barnacle.simd.internal.plan.KernelMeasure;
import dev.barnacle.simd.internal.plan.KernelSummary;
import dev.barnacle.simd.internal.plan.ProgramSummary;
import dev.barnacle.simd.internal.threads.WorkerPool;
import dev.barnacle.simd.internal.tier.KernelTiers;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A program, compiled kernel by kernel when it is first launched. */
public final class SimdExecutable implements Executable {
  private final SimdRuntime runtime;
  private final NativeCompiler compiler;
  private final ProgramSummary facts;
  private final LoadedProgram program;
  private final KernelTiers versions;
  private final Map<Function, LaunchPlans> plans = new ConcurrentHashMap<>();
  private final Map<String, Function> kernels = new HashMap<>();
  private final Map<Function, KernelLimits> limits = new ConcurrentHashMap<>();
  private final Map<Function, KernelSummary> summaries = new ConcurrentHashMap<>();

  SimdExecutable(
      SimdRuntime runtime, Module module, Optional<KeptProgram> kept, ProgramSummary facts) {
    this.runtime = runtime;
    this.compiler = runtime.compiler();
    this.facts = facts;
    this.program = LoadedProgram.of(module, kept);
    this.versions = runtime.versions(program);
    module.kernels().forEach(k -> kernels.put(k.name(), k));
  }

  @Override
  public LaunchResult launch(Launch launch) {
    check(launch);
    long start = System.nanoTime();
    return run(launch, plan(launch), start);
  }

  @Override
  public RepeatedLaunch repeated(Launch launch) {
    check(launch);
    int threads = Math.min(runtime.pool().size(), launch.computeUnits());
    LaunchPlans ofKernel = plans.computeIfAbsent(launch.kernel(), this::plans);
    PlannedLaunch planned = new PlannedLaunch(ofKernel, launch, threads);
    return () -> {
      long start = System.nanoTime();
      return run(launch, planned.plan(), start);
    };
  }

  private LaunchResult run(Launch launch, LaunchPlan plan, long start) {
    long compiled = System.nanoTime();
    WorkerPool pool = runtime.pool(launch.processors());
    if (plan.asksQueues()) {
      return launchTree(launch, plan, pool, compiled - start);
    }
    long ran = new KernelRun(runtime.limits(), launch, plan, null).run(pool);
    plan.ran(launch, ran);
    return new LaunchResult(compiled - start, ran);
  }

  @Override
  public Optional<NativePlan> nativePlan(Launch launch) {
    WorkerPool pool = runtime.pool();
    LaunchPlans ofKernel = plans.get(launch.kernel());
    if (!launch.processors().isEmpty() || !pool.callerMayRun() || ofKernel == null) {
      return Optional.empty();
    }
    int threads = Math.min(pool.size(), launch.computeUnits());
    return ofKernel.latest(launch, threads).flatMap(p -> NativePlans.of(launch, p));
  }

  private LaunchPlan plan(Launch launch) {
    int threads = Math.min(runtime.pool().size(), launch.computeUnits());
    return plans.computeIfAbsent(launch.kernel(), this::plans).plan(launch, threads);
  }

  /** Runs a kernel that may enqueue others, and these. */
  private LaunchResult launchTree(
      Launch launch, LaunchPlan plan, WorkerPool pool, long compileNanos) {
    long start = System.nanoTime();
    CommandTree tree =
        new CommandTree(this, runtime.limits(), program.options(), launch.defaultQueue());
    long ran = 0;
    try {
      Enqueuing enqueuing = new Enqueuing(tree, tree.root(), kernels);
      ran = new KernelRun(runtime.limits(), launch, plan, enqueuing).run(pool);
      plan.ran(launch, ran);
      tree.end(tree.root());
      new TreeRun(pool, runtime.limits(), launch, tree, this::plan, kernels).run();
    } catch (RuntimeException | Error e) {
      tree.fail(e);
    }
    tree.close();
    return new LaunchResult(compileNanos, ran, Math.max(ran, System.nanoTime() - start));
  }

  private LaunchPlans plans(Function kernel) {
    return new LaunchPlans(kernel, summary(kernel), versions);
  }

  /** Returns what launches must know of a kernel's code, which is looked at once. */
  private KernelSummary summary(Function kernel) {
    return summaries.computeIfAbsent(kernel, facts::of);
  }

  /** Returns the same of all of a module's kernels. */
  ProgramSummary summary(Module module) {
    Map<String, KernelSummary> all = new LinkedHashMap<>();
    module.kernels().forEach(k -> all.put(k.name(), summary(k)));
    return new ProgramSummary(all);
  }

  @Override
  public void expect(Function kernel) {
    versions.next().expect(kernel, () -> summary(kernel));
  }

  @Override
  public KernelTraits traits(Function kernel) {
    return summary(kernel).traits();
  }

  @Override
  public KernelLimits limits(Function kernel) {
    return limits.computeIfAbsent(
        kernel, k -> program.kept().isEmpty() ? measured(k) : limits(k, program.kept().get()));
  }

  /** Returns them as they are kept, so that a program that only asks for them need not be read. */
  private KernelLimits limits(Function kernel, KeptProgram kept) {
    Optional<KernelLimits> known = kept.limits(kernel, runtime.limits());
    if (known.isPresent()) {
      return known.get();
    }
    KernelLimits measured = measured(kernel);
    kept.store(kernel, runtime.limits(), measured);
    return measured;
  }

  private KernelLimits measured(Function kernel) {
    int lanes = compiler.options().lanes();
    return new KernelMeasure(kernel, compiler.target(), lanes, runtime.limits()).limits();
  }

  private void check(Launch launch) {
    NdRange range = launch.range();
    DeviceLimits limits = runtime.limits();
    if (exceeds(range, limits.maxWorkGroupSize())) {
      throw new EngineException(
          EngineException.Kind.INVALID_WORK_GROUP_SIZE,
          "a work-group of "
              + range.local()
              + " work-items is larger than the device's maximum of "
              + limits.maxWorkGroupSize());
    }
  }

  private static boolean exceeds(NdRange range, long limit) {
    return range.local(0) > limit
        || range.local(1) > limit
        || range.local(2) > limit
        || range.groupSize() > limit;
  }

  @Override
  public void close() {
    versions.close();
    program.variables().close();
  }
}

package dev.barnacle.simd.internal;

import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.KernelLimits;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.LaunchResult;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/** A program, compiled kernel by kernel when a local size is first asked for. */
final class SimdExecutable implements Executable {
  private final SimdRuntime runtime;
  private final LoadedProgram program;
  private final Map<Key, CompletableFuture<CompiledKernel>> kernels = new ConcurrentHashMap<>();

  /** The kernels whose groups can be merged, if they are of one work-item. */
  private final Map<Function, Boolean> independent = new ConcurrentHashMap<>();

  private final Map<Function, Map<Integer, PrivateCopies.Use>> copies = new ConcurrentHashMap<>();

  private final Map<Function, KernelLimits> limits = new ConcurrentHashMap<>();

  private record Key(Function kernel, Specialization specialization) {}

  SimdExecutable(SimdRuntime runtime, Module module) {
    this.runtime = runtime;
    this.program = LoadedProgram.of(module);
  }

  @Override
  public LaunchResult launch(Launch launch) {
    check(launch);
    long start = System.nanoTime();
    Launch shaped = merged(launch);
    Specialization facts = specialization(shaped, !shaped.range().equals(launch.range()));
    Map<Boolean, CompiledKernel> code = compiled(launch.kernel(), shaped.range(), facts);
    long compiled = System.nanoTime();
    new KernelRun(runtime, shaped, copies(launch.kernel()), facts.copied()).run(code);
    long end = System.nanoTime();
    return new LaunchResult(compiled - start, end - compiled);
  }

  @Override
  public KernelLimits limits(Function kernel) {
    return limits.computeIfAbsent(kernel, k -> new KernelMeasure(runtime, program, k).limits());
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

  /** Returns the launch in larger groups, where that pays and nothing shows it; or the same. */
  private Launch merged(Launch launch) {
    NdRange range =
        MergedGroups.merge(launch.range(), Math.min(runtime.pool().size(), launch.computeUnits()));
    return range.equals(launch.range())
            || !independent.computeIfAbsent(launch.kernel(), MergedGroups::areIndependent)
        ? launch
        : launch.withRange(range);
  }

  private Specialization specialization(Launch launch, boolean merged) {
    NdRange range = launch.range();
    long disjoint = LaunchFacts.disjoint(launch);
    boolean small = true;
    for (int d = 0; d < 3; d++) {
      // The ids of a full group at the edge count too: base + local id is computed for all of them.
      long end = Math.addExact(Math.addExact(range.global(d), range.offset(d)), range.local(d));
      small &= end <= Integer.MAX_VALUE;
    }
    return new Specialization(
        (int) range.local(0),
        (int) range.local(1),
        (int) range.local(2),
        false,
        small,
        disjoint,
        PrivateCopies.worthwhile(copies(launch.kernel()), launch, disjoint, runtime.pool().size()),
        merged,
        false);
  }

  private Map<Integer, PrivateCopies.Use> copies(Function kernel) {
    return copies.computeIfAbsent(kernel, PrivateCopies::of);
  }

  /** Returns the code for full (false) and partial groups (true), as far as the range has them. */
  private Map<Boolean, CompiledKernel> compiled(
      Function kernel, NdRange range, Specialization facts) {
    boolean partial = !range.isUniform();
    boolean full = hasFullGroups(range);
    Specialization partialGroups = facts.forGroups(true);
    if (partial && full && !kernels.containsKey(new Key(kernel, partialGroups))) {
      // The two are compiled at the same time; whoever fails does so again below.
      Thread.ofPlatform()
          .daemon()
          .name("barnacle-compile")
          .start(
              () -> {
                try {
                  compiled(kernel, partialGroups);
                } catch (EngineException e) {
                  return; // the launch itself will meet it
                }
              });
    }
    Map<Boolean, CompiledKernel> code = new HashMap<>();
    if (full) {
      code.put(false, compiled(kernel, facts.forGroups(false)));
    }
    if (partial) {
      code.put(true, compiled(kernel, partialGroups));
    }
    return code;
  }

  private static boolean hasFullGroups(NdRange range) {
    return range.global(0) >= range.local(0)
        && range.global(1) >= range.local(1)
        && range.global(2) >= range.local(2);
  }

  private CompiledKernel compiled(Function kernel, Specialization specialization) {
    Key key = new Key(kernel, specialization);
    CompletableFuture<CompiledKernel> mine = new CompletableFuture<>();
    CompletableFuture<CompiledKernel> known = kernels.putIfAbsent(key, mine);
    if (known != null) {
      try {
        return known.join();
      } catch (CompletionException e) {
        return compiled(kernel, specialization); // whoever compiled it failed: so will this one
      }
    }
    try {
      CompiledKernel compiled = CompiledKernel.of(runtime, program, kernel, specialization);
      mine.complete(compiled);
      return compiled;
    } catch (RuntimeException | Error e) {
      kernels.remove(key);
      mine.completeExceptionally(e);
      throw e;
    }
  }

  @Override
  public void close() {
    kernels.values().forEach(k -> k.join().close());
    kernels.clear();
    program.variables().close();
  }
}

package dev.barnacle.simd.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.HostProcessors;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.internal.SimdRuntime;
import dev.barnacle.simd.internal.code.LoadedProgram;
import dev.barnacle.simd.internal.plan.KernelSummary;
import dev.barnacle.simd.internal.tier.KernelTiers;
import dev.barnacle.simd.internal.tier.NextKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is compiled beside the kernel that a launch waits for. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class NextKernelsTest {
  private static final int KERNELS = 8;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate(ValueLayout.JAVA_INT, 256);
  private final List<String> compiled = new CopyOnWriteArrayList<>();

  @BeforeEach
  void several() {
    assumeTrue(HostProcessors.count() > 1, "one processor: nothing is compiled beside launches");
  }

  @AfterEach
  void free() {
    arena.close();
  }

  private static Module module() {
    StringBuilder text = new StringBuilder("module \"test\"\n");
    for (int i = 0; i < KERNELS; i++) {
      text.append(
          """
          kernel @kN(ptr(global) %p)
            arg "p" "int*" global "none" ""
          {
          entry:
            %gid = query global_id i32 0
            %offset = mul i64 %gid, 4
            %at = ptradd ptr(global) %p, i64 %offset
            store i32 N, ptr(global) %at, align 4
            ret
          }
          """
              .replace("N", Integer.toString(i)));
    }
    return IrParser.parse(text.toString(), "test.ir");
  }

  /** Launches of a program's kernels, and what is compiled for them. */
  private interface Body {
    void run(Launches launches);
  }

  private final class Launches {
    private final SimdRuntime runtime;
    private final KernelTiers versions;
    private final List<LaunchPlans> plans = new ArrayList<>();
    private final List<Function> kernels;

    Launches(SimdRuntime runtime, KernelTiers versions, Module module) {
      this.runtime = runtime;
      this.versions = versions;
      this.kernels = module.kernels();
      kernels.forEach(k -> plans.add(new LaunchPlans(k, KernelSummary.of(k), versions)));
    }

    void expectAll() {
      kernels.forEach(k -> versions.next().expect(k, () -> KernelSummary.of(k)));
    }

    /** Plans a launch; returns all that has been compiled when nothing is left to do. */
    Set<String> plan(int kernel, long local) {
      NdRange range = new NdRange(List.of(256L), List.of(local), List.of(0L));
      plans
          .get(kernel)
          .plan(
              new Launch(
                  kernels.get(kernel), range, List.of(new Argument.Memory(memory)), text -> {}),
              2);
      settle();
      return new TreeSet<>(compiled);
    }

    /** Waits until all of the threads that compile in advance have nothing left to do. */
    private void settle() {
      CyclicBarrier all = new CyclicBarrier(NextKernels.MOST_UNUSED);
      List<CompletableFuture<Void>> ends = new ArrayList<>();
      for (int i = 0; i < NextKernels.MOST_UNUSED; i++) {
        ends.add(CompletableFuture.runAsync(() -> meet(all), runtime.ahead()));
      }
      ends.forEach(CompletableFuture::join);
      CompletableFuture.runAsync(() -> {}, runtime.beside()).join();
    }

    private static void meet(CyclicBarrier all) {
      try {
        all.await();
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void with(String options, Body body) {
    try (SimdRuntime runtime =
        new SimdRuntime(
            SimdOptions.defaults().withThreads(2).with(options),
            List.of(),
            List.of(),
            Optional.empty(),
            _ -> {},
            step ->
                (kernel, text, effort) -> {
                  compiled.add(kernel);
                  return step.compile(kernel, text, effort);
                })) {
      Module module = module();
      runtime.load(module).close();
      try (KernelTiers versions =
          runtime.versions(LoadedProgram.of(module, runtime.compiler().kept(module.identity())))) {
        body.run(new Launches(runtime, versions, module));
      }
    }
  }

  @Test
  void theNextKernelIsCompiledBesideEachAndOnce() {
    with(
        "",
        launches -> {
          launches.expectAll();
          for (int i = 0; i < KERNELS; i++) {
            launches.plan(i, 16);
          }
          assertEquals(KERNELS, compiled.size(), compiled.toString());
          assertEquals(KERNELS, Set.copyOf(compiled).size());
        });
  }

  @Test
  void onlyOneThatTheProgramHasMadeAnObjectOf() {
    with("", launches -> assertEquals(Set.of("k0"), launches.plan(0, 16)));
  }

  @Test
  void oneIsCompiledInAdvanceAndTwoWhereThatWasLaunched() {
    with(
        "",
        launches -> {
          launches.expectAll();
          assertEquals(Set.of("k0", "k1"), launches.plan(0, 16));
          assertEquals(Set.of("k0", "k1", "k2", "k3"), launches.plan(1, 16));
          assertEquals(Set.of("k0", "k1", "k2", "k3", "k4"), launches.plan(2, 16));
        });
  }

  @Test
  void aProgramThatLaunchesOtherwiseIsLeftAlone() {
    with(
        "",
        launches -> {
          launches.expectAll();
          launches.plan(7, 16);
          launches.plan(6, 16);
          launches.plan(5, 16);
          assertEquals(Set.of("k7", "k0", "k6", "k1", "k5", "k4"), launches.plan(4, 16));
        });
  }

  @Test
  void nothingInAdvanceWhereOneVersionIsAskedFor() {
    with(
        "versions=special",
        launches -> {
          launches.expectAll();
          assertEquals(Set.of("k0"), launches.plan(0, 16));
        });
  }
}

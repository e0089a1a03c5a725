package dev.barnacle.simd.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.llvm.error.LlvmException;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.internal.EndedRuntimes;
import dev.barnacle.simd.internal.SimdRuntime;
import dev.barnacle.simd.internal.code.CompiledKernel;
import dev.barnacle.simd.internal.code.LoadedProgram;
import dev.barnacle.simd.internal.code.NativeCode.Effort;
import dev.barnacle.simd.internal.plan.KernelSummary;
import dev.barnacle.simd.internal.tier.KernelTiers;
import dev.barnacle.store.BlobStore;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** When launches run code that was made quickly, and when better code. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class QuickPlansTest {
  private static final long LONG = TimeUnit.SECONDS.toNanos(1);
  private static final int ITEMS = 256;

  private static final String STRAIGHT =
      """
      module "test"
      kernel @k(ptr(global) %p)
        arg "p" "float*" global "none" ""
      {
      entry:
        %gid = query global_id i32 0
        %offset = mul i64 %gid, 4
        %at = ptradd ptr(global) %p, i64 %offset
        %old = load f32, ptr(global) %at, align 4
        %new = fadd f32 %old, f32 1.0
        store f32 %new, ptr(global) %at, align 4
        ret
      }
      """;

  private static final String LOOP =
      """
      module "test"
      kernel @k(ptr(global) %p)
        arg "p" "int*" global "none" ""
      {
      entry:
        %gid = query global_id i32 0
        %offset = mul i64 %gid, 4
        %at = ptradd ptr(global) %p, i64 %offset
        br loop
      loop:
        %i = phi i32 (0, entry), (%next, loop)
        %next = add i32 %i, 1
        %more = icmp slt i32 %next, 100
        condbr i1 %more, loop, done
      done:
        store i32 %next, ptr(global) %at, align 4
        ret
      }
      """;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate(ValueLayout.JAVA_INT, ITEMS);

  /** What LLVM was asked for, in order. */
  private final List<Effort> compiled = new CopyOnWriteArrayList<>();

  /** Whether a process ends before LLVM has done its best. */
  private volatile boolean endsBefore;

  @TempDir private Path folder;
  @RegisterExtension private final EndedRuntimes runtimes = new EndedRuntimes();

  @AfterEach
  void free() {
    arena.close();
  }

  private static Module module(String text) {
    Module module = IrParser.parse(text, "test.ir");
    module.setIdentity(text);
    return module;
  }

  private Launch launch(Function kernel, long local) {
    NdRange range = new NdRange(List.of((long) ITEMS), List.of(local), List.of(0L));
    return new Launch(kernel, range, List.of(new Argument.Memory(memory)), text -> {});
  }

  private void with(String options, Module module, BiConsumer<Function, LaunchPlans> body) {
    try (SimdRuntime runtime =
        runtimes.add(
            new SimdRuntime(
                SimdOptions.defaults().withThreads(2).with(options),
                List.of(),
                List.of(),
                Optional.of(new BlobStore(folder, 1 << 20)),
                _ -> {},
                step ->
                    (kernel, text, effort) -> {
                      compiled.add(effort);
                      if (effort == Effort.FULL && endsBefore) {
                        throw new LlvmException("the process has ended");
                      }
                      return step.compile(kernel, text, effort);
                    }))) {
      runtime.load(module).close();
      try (KernelTiers versions =
          runtime.versions(LoadedProgram.of(module, runtime.compiler().kept(module.identity())))) {
        Function kernel = module.kernels().getFirst();
        body.accept(kernel, new LaunchPlans(kernel, KernelSummary.of(kernel), versions));
      }
    }
  }

  private static LaunchPlan better(LaunchPlans plans, LaunchPlan first, Launch launch) {
    LaunchPlan plan = first;
    while (plan.trial() != null) {
      plan = plans.plan(launch, 2); // until better code has been made beside
    }
    return plan;
  }

  @Test
  void manyLaunchesGetBetterCodeAndTheNextProcessHasItAtOnce() {
    with(
        "",
        module(STRAIGHT),
        (kernel, plans) -> {
          Launch launch = launch(kernel, 16);
          LaunchPlan first = plans.plan(launch, 2);
          assertEquals(List.of(Effort.QUICK), compiled);
          for (int i = 0; i < 31; i++) {
            first.ran(launch, 1);
            assertSame(first, plans.plan(launch, 2), "short launches");
          }
          first.ran(launch, 1);
          better(plans, first, launch);
          assertEquals(List.of(Effort.QUICK, Effort.FULL), compiled);
        });
    with(
        "",
        module(STRAIGHT),
        (kernel, plans) -> {
          LaunchPlan first = plans.plan(launch(kernel, 16), 2);
          assertEquals(null, first.trial());
          assertEquals(List.of(Effort.QUICK, Effort.FULL), compiled, "both are kept");
        });
  }

  @Test
  void whatAProcessDidNotLiveToSeeTheNextOneMakesAtOnce() {
    endsBefore = true;
    with(
        "",
        module(STRAIGHT),
        (kernel, plans) -> {
          Launch launch = launch(kernel, 16);
          LaunchPlan first = plans.plan(launch, 2);
          for (int i = 0; i < 32; i++) {
            first.ran(launch, 1);
          }
          while (compiled.size() < 2) {
            Thread.onSpinWait();
          }
        });
    endsBefore = false;
    with(
        "",
        module(STRAIGHT),
        (kernel, plans) -> {
          Launch launch = launch(kernel, 16);
          better(plans, plans.plan(launch, 2), launch);
          assertEquals(List.of(Effort.QUICK, Effort.FULL, Effort.FULL), compiled);
        });
  }

  @Test
  void whatWasMadeQuicklyIsKeptToo() {
    for (int i = 0; i < 2; i++) {
      with("", module(STRAIGHT), (kernel, plans) -> plans.plan(launch(kernel, 16), 2));
    }
    assertEquals(List.of(Effort.QUICK), compiled);
  }

  @Test
  void aLaunchUnderWayGoesOnInBetterCode() {
    with(
        "",
        module(LOOP),
        (kernel, plans) -> {
          Launch launch = launch(kernel, 16);
          LaunchPlan first = plans.plan(launch, 2);
          CompiledKernel code = first.boxes().getFirst().code();
          assertSame(code, code.latest());
          first.runs(LONG);
          first.runs(LONG);
          LaunchPlan next = better(plans, first, launch);
          assertSame(next.boxes().getFirst().code(), code.latest());
          assertNotSame(code, code.latest());
          first.ran(launch, LONG);
          assertEquals(List.of(Effort.QUICK, Effort.FULL), compiled, "once");
        });
  }

  @Test
  void fewWorkGroupsThatMayTakeLongBeginInTheBestCode() {
    with("", module(LOOP), (kernel, plans) -> plans.plan(launch(kernel, ITEMS / 4), 2));
    assertEquals(List.of(Effort.FULL), compiled);
  }

  @Test
  void resultsThatLlvmMayChangeComeFromOneVersion() {
    String fast = STRAIGHT.replace("fadd f32", "fadd reassoc f32");
    with("", module(fast), (kernel, plans) -> plans.plan(launch(kernel, 16), 2));
    assertEquals(List.of(Effort.FULL), compiled);
  }

  @Test
  void optionsSayWhichIsMade() {
    with("optimize=full", module(STRAIGHT), (kernel, plans) -> plans.plan(launch(kernel, 16), 2));
    with("optimize=quick", module(STRAIGHT), (kernel, plans) -> plans.plan(launch(kernel, 16), 2));
    assertEquals(List.of(Effort.FULL, Effort.QUICK), compiled);
  }

  @Test
  void theEdgeOfARangeIsMadeQuicklyToo() {
    with("", module(STRAIGHT), (kernel, plans) -> plans.plan(launch(kernel, 24), 2));
    assertEquals(List.of(Effort.QUICK, Effort.QUICK), compiled);
  }
}

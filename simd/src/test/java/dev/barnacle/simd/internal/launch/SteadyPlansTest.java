package dev.barnacle.simd.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.Versions;
import dev.barnacle.simd.internal.SimdRuntime;
import dev.barnacle.simd.internal.abi.ConstantArgument;
import dev.barnacle.simd.internal.code.LoadedProgram;
import dev.barnacle.simd.internal.plan.KernelSummary;
import dev.barnacle.simd.internal.plan.ProfiledArguments;
import dev.barnacle.simd.internal.tier.KernelTiers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When launches run code that is made for the values of their arguments. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SteadyPlansTest {
  private static final long LONG = TimeUnit.SECONDS.toNanos(1);

  /** p[i] = n + n·(n - 1)/2, by a loop up to n; {@code m} only counts. */
  private static final String LOOP =
      """
      module "test"
      kernel @k(ptr(global) %p, i32 %n, i32 %m, f32 %f)
        arg "p" "int*" global "none" ""
        arg "n" "int" private "none" ""
        arg "m" "int" private "none" ""
        arg "f" "float" private "none" ""
      {
      entry:
        %gid = query global_id i32 0
        %start = add i32 %n, %m
        br loop
      loop:
        %i = phi i32 (0, entry), (%next, body)
        %sum = phi i32 (%n, entry), (%more, body)
        %any = icmp slt i32 %i, %n
        condbr i1 %any, body, done
      body:
        %more = add i32 %sum, %i
        %next = add i32 %i, 1
        br loop
      done:
        OPERATION
        %offset = mul i64 %gid, 4
        %at = ptradd ptr(global) %p, i64 %offset
        store i32 %sum, ptr(global) %at, align 4
        ret
      }
      """;

  private final Arena arena = Arena.ofShared();

  @AfterEach
  void free() {
    arena.close();
  }

  private static Module module(String operation) {
    return IrParser.parse(LOOP.replace("OPERATION", operation), "test.ir");
  }

  private static Argument integer(int value) {
    return new Argument.Bytes(MemorySegment.ofArray(new int[] {value}));
  }

  private Launch launch(Function kernel, int n) {
    NdRange range = new NdRange(List.of(64L), List.of(16L), List.of(0L));
    MemorySegment memory = arena.allocate(ValueLayout.JAVA_INT, 64);
    return new Launch(
        kernel,
        range,
        List.of(new Argument.Memory(memory), integer(n), integer(2), integer(0)),
        text -> {});
  }

  private interface Body {
    void run(SimdRuntime runtime, KernelTiers versions, Function kernel, LaunchPlans plans);
  }

  private static void with(Versions wanted, String operation, Body body) {
    SimdOptions options = SimdOptions.defaults().withThreads(2).withVersions(wanted);
    try (SimdRuntime runtime = new SimdRuntime(options, List.of(), List.of(), Optional.empty())) {
      Module module = module(operation);
      runtime.load(module).close();
      try (KernelTiers versions =
          runtime.versions(LoadedProgram.of(module, runtime.compiler().kept(module.identity())))) {
        Function kernel = module.kernels().getFirst();
        body.run(
            runtime, versions, kernel, new LaunchPlans(kernel, KernelSummary.of(kernel), versions));
      }
    }
  }

  @Test
  void aLaunchThatIsRepeatedKeepsItsPlanAndTakesThatCodeToo() {
    with(
        Versions.AUTO,
        "",
        (runtime, versions, kernel, plans) -> {
          Launch launch = launch(kernel, 5);
          PlannedLaunch repeated = new PlannedLaunch(plans, launch, 2);
          LaunchPlan first = repeated.plan();
          assertSame(first, plans.plan(launch, 2));
          for (int i = 0; i < 17; i++) {
            first.ran(launch, LONG);
          }
          while (first.isLatest()) {
            Thread.onSpinWait(); // until that code is compiled
          }
          assertEquals(List.of(new ConstantArgument(1, 5)), repeated.plan().facts().known());
        });
  }

  @Test
  void valuesOfManyLaunchesGetCodeOfTheirOwn() {
    with(
        Versions.AUTO,
        "",
        (runtime, versions, kernel, plans) -> {
          LaunchPlan first = plans.plan(launch(kernel, 5), 2);
          assertNotNull(first.steady());
          first.ran(launch(kernel, 5), LONG);
          assertSame(first, plans.plan(launch(kernel, 5), 2), "one launch");
          for (int i = 0; i < 16; i++) {
            first.ran(launch(kernel, 5), LONG);
          }
          LaunchPlan steady = first;
          while (steady.facts().known().isEmpty()) {
            steady = plans.plan(launch(kernel, 5), 2);
          }
          assertEquals(List.of(new ConstantArgument(1, 5)), steady.facts().known());
          assertSame(first, plans.plan(launch(kernel, 6), 2), "another value");
          assertSame(steady, plans.plan(launch(kernel, 5), 2), "the same value");
          for (int n : new int[] {5, 6}) {
            Launch launch = launch(kernel, n);
            new KernelRun(runtime.limits(), launch, plans.plan(launch, 2), null)
                .run(runtime.pool());
            MemorySegment out = ((Argument.Memory) launch.arguments().getFirst()).memory();
            assertEquals(n + n * (n - 1) / 2, out.getAtIndex(ValueLayout.JAVA_INT, 63));
          }
        });
  }

  @Test
  void largeValuesDont() {
    with(
        Versions.AUTO,
        "",
        (runtime, versions, kernel, plans) -> {
          LaunchPlan plan = plans.plan(launch(kernel, 1000), 2);
          for (int i = 0; i < 40; i++) {
            plan.ran(launch(kernel, 1000), LONG);
          }
          assertEquals(List.of(), ProfiledArguments.of(kernel).small(place -> 1000));
          assertSame(plan, plans.plan(launch(kernel, 1000), 2));
        });
  }

  @Test
  void kernelsWhoseResultsCouldDifferHaveOneCode() {
    with(
        Versions.AUTO,
        "%g = fadd reassoc f32 %f, %f\n  store f32 %g, ptr(global) %p, align 4",
        (runtime, versions, kernel, plans) ->
            assertNull(plans.plan(launch(kernel, 5), 2).steady()));
    with(
        Versions.SPECIAL,
        "",
        (runtime, versions, kernel, plans) ->
            assertNull(plans.plan(launch(kernel, 5), 2).steady()));
  }
}

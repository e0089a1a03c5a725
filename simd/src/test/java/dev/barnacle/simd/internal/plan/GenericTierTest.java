package dev.barnacle.simd.internal.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.simd.Optimization;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.Versions;
import dev.barnacle.simd.internal.SimdExecutable;
import dev.barnacle.simd.internal.SimdRuntime;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.code.CompiledKernel;
import dev.barnacle.simd.internal.code.LoadedProgram;
import dev.barnacle.simd.internal.launch.LaunchPlan;
import dev.barnacle.simd.internal.launch.LaunchPlans;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When launches run code that is made for no local size in particular. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class GenericTierTest {
  private static final String HEAD =
      """
      module "test"
      kernel @k(ptr(global) %p)
        arg "p" "float*" global "none" ""
      """;

  /** Writes the enqueued local size × 1000 + the local id. */
  private static final String IDS =
      """
      {
      entry:
        %gid = query global_id i32 0
        %lid = query local_id i32 0
        %size = query enqueued_local_size i32 0
        %many = mul i64 %size, 1000
        %sum = add i64 %many, %lid
        %value = trunc i64 %sum to i32
        %offset = mul i64 %gid, 4
        %at = ptradd ptr(global) %p, i64 %offset
        store i32 %value, ptr(global) %at, align 4
        ret
      }
      """;

  private final Arena arena = Arena.ofShared();

  @AfterEach
  void free() {
    arena.close();
  }

  private static Module module(String body) {
    return IrParser.parse(HEAD + body, "test.ir");
  }

  private static Function kernel(String operation) {
    return module(
            """
            {
            entry:
              %x = load f32, ptr(global) %p, align 4
              OPERATION
              store f32 %y, ptr(global) %p, align 4
              ret
            }
            """
                .replace("OPERATION", operation))
        .kernels()
        .getFirst();
  }

  private static Specialization groups(int x) {
    return Specialization.builder(x, 1, 1).smallIds(true).smallObjects(true).build();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "%y = fadd f32 %x, %x | 5 | true",
        "%y = sqrt f32 %x | 5 | true",
        "%y = sin f32 %x | 5 | false",
        "%y = sin f32 %x | 16 | true",
        "%y = fadd reassoc f32 %x, %x | 16 | false"
      })
  void onlyWhereNobodyCanTellTheVersionsApart(String operation, int row, boolean possible) {
    assertEquals(possible, GenericTier.of(kernel(operation)).arePossible(groups(row)), operation);
  }

  @ParameterizedTest
  @CsvSource({"1,1,1", "3,4,1", "5,16,1", "16,16,1", "17,32,1", "1,1,5", "9,16,3", "4096,4096,1"})
  void aGeneralVersionIsForAllSizesUpToAPowerOfTwo(int x, int row, int y) {
    Specialization special =
        Specialization.builder(x, y, 1)
            .smallIds(true)
            .smallObjects(true)
            .disjoint(3)
            .copied(1)
            .build();
    Specialization general = special.generalized(4096);
    assertEquals(row == 4 ? 4 : row, general.localX(), "row");
    assertTrue(general.localY() >= y, "rows");
    assertTrue(general.general() && general.partial(), "reads the size");
    assertEquals(special.disjoint(), general.disjoint());
    assertEquals(special.copied(), general.copied());
  }

  /** The first sizes have code of their own; a later one has it when it has been launched often. */
  @Test
  void laterSizesRunAGeneralVersionUntilTheirOwnIsCompiled() {
    try (SimdRuntime runtime = runtime(Versions.AUTO)) {
      Module module = module(IDS);
      runtime.load(module).close();
      try (KernelTiers versions =
          runtime.versions(LoadedProgram.of(module, runtime.compiler().kept(module.identity())))) {
        Function kernel = module.kernels().getFirst();
        LaunchPlans plans = new LaunchPlans(kernel, KernelSummary.of(kernel), versions);
        for (int size : new int[] {16, 32}) {
          assertNull(plans.plan(launch(kernel, size), 2).trial(), "size " + size);
        }
        LaunchPlan first = plans.plan(launch(kernel, 48), 2);
        assertNotNull(first.trial(), "the third size");
        assertSame(
            code(first), code(plans.plan(launch(kernel, 40), 2)), "sizes up to 64 share a version");
        first.ran(launch(kernel, 48), 1);
        assertSame(first, plans.plan(launch(kernel, 48), 2), "one launch");
        first.ran(launch(kernel, 48), TimeUnit.SECONDS.toNanos(1));
        LaunchPlan latest = first;
        while (latest.trial() != null) {
          latest = plans.plan(launch(kernel, 48), 2);
        }
        assertNotSame(code(first), code(latest), "long launches");
      }
    }
  }

  private static CompiledKernel code(LaunchPlan plan) {
    return plan.boxes().getFirst().code();
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUTO", "SPECIAL", "GENERAL"})
  void allVersionsComputeTheSame(String versions) {
    try (SimdRuntime runtime = runtime(Versions.valueOf(versions))) {
      Module module = module(IDS);
      try (SimdExecutable executable = (SimdExecutable) runtime.load(module)) {
        for (int size = 1; size <= 65; size++) {
          launchAndCheck(executable, module.kernels().getFirst(), size);
        }
      }
    }
  }

  private void launchAndCheck(SimdExecutable executable, Function kernel, int size) {
    Launch launch = launch(kernel, size);
    executable.launch(launch);
    MemorySegment memory = ((Argument.Memory) launch.arguments().getFirst()).memory();
    for (int i = 0; i < launch.range().global(0); i++) {
      assertEquals(
          1000 * size + i % size,
          memory.getAtIndex(ValueLayout.JAVA_INT, i),
          "work-item " + i + " of groups of " + size);
    }
  }

  /** Three groups and a half. */
  private Launch launch(Function kernel, int size) {
    long items = 3L * size + size / 2;
    MemorySegment memory = arena.allocate(ValueLayout.JAVA_INT, items);
    NdRange range = new NdRange(List.of(items), List.of((long) size), List.of(0L));
    return new Launch(kernel, range, List.of(new Argument.Memory(memory)), text -> {});
  }

  private static SimdRuntime runtime(Versions versions) {
    return new SimdRuntime(
        SimdOptions.defaults()
            .withThreads(2)
            .withVersions(versions)
            .withOptimization(Optimization.FULL),
        List.of(),
        List.of(),
        Optional.empty());
  }
}

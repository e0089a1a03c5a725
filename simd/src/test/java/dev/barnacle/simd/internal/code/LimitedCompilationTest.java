package dev.barnacle.simd.internal.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.llvm.error.LlvmTimeoutException;
import dev.barnacle.simd.CompileListener;
import dev.barnacle.simd.KernelExplanation;
import dev.barnacle.simd.Optimization;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.internal.EndedRuntimes;
import dev.barnacle.simd.internal.SimdRuntime;
import dev.barnacle.simd.internal.code.NativeCode.Effort;
import dev.barnacle.store.BlobStore;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Kernels for which LLVM does not end in time, as a compiling step says that plays LLVM. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LimitedCompilationTest {
  private static final int ITEMS = 64;
  private static final SimdOptions OPTIONS =
      SimdOptions.defaults().withThreads(1).withLanes(16).withOptimization(Optimization.FULL);

  private final List<String> notices = new ArrayList<>();
  private final List<String> tried = new ArrayList<>();
  @TempDir private Path folder;
  @RegisterExtension private final EndedRuntimes runtimes = new EndedRuntimes();

  /** A kernel that adds its number to each element, with its sub-group's size where it asks. */
  private static String source(String name, boolean subGroups) {
    return """
    module "test"
    kernel @NAME(ptr(global) %p)
      arg "p" "int*" global "none" ""
    {
    entry:
      %i = query global_id i64 0
      %four = mul i64 %i, 4
      %at = ptradd ptr(global) %p, i64 %four
      %old = load i32, ptr(global) %at, align 4
      QUERY
      %new = add i32 %old, %more
      store i32 %new, ptr(global) %at, align 4
      ret
    }
    """
        .replace("NAME", name)
        .replace("QUERY", subGroups ? "%more = query max_sub_group_size" : "%more = add i32 0, 5");
  }

  /** A step that does not end in time for what the predicate names by lanes and effort. */
  private UnaryOperator<CompileStep> endless(BiPredicate<Integer, Effort> which) {
    return usual ->
        (kernel, text, effort) -> {
          int lanes = text.contains("<16 x i32>") ? 16 : text.contains("<4 x i32>") ? 4 : 1;
          tried.add(lanes + " " + effort);
          if (which.test(lanes, effort)) {
            throw new LlvmTimeoutException("compiling " + kernel);
          }
          return usual.compile(kernel, text, effort);
        };
  }

  private SimdRuntime runtime(
      UnaryOperator<CompileStep> compiling, List<CompileListener> listeners) {
    return runtimes.add(
        new SimdRuntime(
            OPTIONS,
            List.of(),
            listeners,
            Optional.of(new BlobStore(folder, 1 << 20)),
            notices::add,
            compiling));
  }

  private int run(SimdRuntime runtime, String source) {
    Module module = IrParser.parse(source, "test.ir");
    module.setIdentity(source);
    try (Executable executable = runtime.load(module)) {
      return launch(executable, module);
    }
  }

  private static int launch(Executable executable, Module module) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment data = arena.allocate(ValueLayout.JAVA_INT, ITEMS);
      data.setAtIndex(ValueLayout.JAVA_INT, ITEMS - 1, 100);
      NdRange range = new NdRange(List.of((long) ITEMS), List.of((long) ITEMS), List.of(0L));
      List<Argument> arguments = List.of(new Argument.Memory(data));
      executable.launch(new Launch(module.kernels().getFirst(), range, arguments, _ -> {}));
      assertEquals(data.getAtIndex(ValueLayout.JAVA_INT, 0) + 100, last(data));
      return last(data);
    }
  }

  private static int last(MemorySegment data) {
    return data.getAtIndex(ValueLayout.JAVA_INT, ITEMS - 1);
  }

  @Test
  void whatEndsInTimeIsTriedOnceAndNothingIsSaid() {
    try (SimdRuntime runtime = runtime(endless((lanes, effort) -> false), List.of())) {
      assertEquals(105, run(runtime, source("k", false)));
    }
    assertEquals(List.of("16 FULL"), tried);
    assertEquals(List.of(), notices);
  }

  @Test
  void fewerLanesAreTriedAndThatIsToldAgainWhereTheCodeIsKept() {
    String note =
        "kernel k: LLVM did not end in time for 16 lanes; the code is for 4 lanes: slower, with"
            + " the same results (engine option compile-limit)";
    for (int process = 1; process <= 2; process++) {
      try (SimdRuntime runtime = runtime(endless((lanes, effort) -> lanes > 4), List.of())) {
        assertEquals(105, run(runtime, source("k", false)));
        assertEquals(105, run(runtime, source("k", false)));
      }
      assertEquals(List.of("16 FULL", "4 FULL"), tried, "the second takes it from the cache");
      assertEquals(process, notices.size());
      assertEquals(note, notices.getLast());
    }
  }

  @Test
  void theExplanationIsOfTheCodeThatRuns() {
    List<KernelExplanation> explained = new ArrayList<>();
    CompileListener listener =
        new CompileListener() {
          @Override
          public boolean wants(Stage stage) {
            return false;
          }

          @Override
          public void explained(KernelExplanation explanation) {
            explained.add(explanation);
          }
        };
    try (SimdRuntime runtime = runtime(endless((lanes, effort) -> lanes > 1), List.of(listener))) {
      assertEquals(105, run(runtime, source("k", false)));
    }
    assertEquals(1, explained.size());
    assertEquals(1, explained.getFirst().lanes());
    String why = explained.getFirst().why();
    assertTrue(
        why.contains(
            "; LLVM did not end in time for 16 lanes, for 4 lanes;"
                + " the code is for one work-item after the other"),
        why);
  }

  @Test
  void fewerPassesAreTriedAtLast() {
    try (SimdRuntime runtime = runtime(endless((lanes, e) -> e != Effort.NONE), List.of())) {
      assertEquals(105, run(runtime, source("k", false)));
    }
    assertEquals(List.of("16 FULL", "4 FULL", "1 FULL", "1 QUICK", "1 NONE"), tried);
    assertTrue(
        notices.getFirst().contains("the code is for one work-item after the other without"),
        notices::toString);
  }

  /** Their size is one of the kernel's properties, which the host may have asked for. */
  @Test
  void subGroupsKeepTheirSize() {
    try (SimdRuntime runtime = runtime(endless((lanes, e) -> e == Effort.FULL), List.of())) {
      assertEquals(116, run(runtime, source("k", true)));
    }
    assertEquals(List.of("16 FULL", "16 QUICK"), tried);
    assertTrue(notices.getFirst().contains("for 16 lanes with few passes"), notices::toString);
  }

  @Test
  void whereNothingEndsTheLaunchIsRefusedAndTheNextOneAtOnce() {
    Module module = IrParser.parse(source("k", false), "test.ir");
    try (SimdRuntime runtime = runtime(endless((lanes, effort) -> true), List.of());
        Executable executable = runtime.load(module)) {
      for (int k = 0; k < 2; k++) {
        EngineException e = assertThrows(EngineException.class, () -> launch(executable, module));
        assertEquals(EngineException.Kind.OUT_OF_RESOURCES, e.kind());
        assertEquals(
            "kernel k can't be compiled: LLVM did not end in time for 16 lanes, for 4 lanes, for"
                + " one work-item after the other, for one work-item after the other with few"
                + " passes, for one work-item after the other without optimisation (engine option"
                + " compile-limit)",
            e.getMessage());
      }
    }
    assertEquals(5, tried.size(), "nothing is tried twice");
  }

  @Test
  void otherKernelsAreCompiledMeanwhile() throws Exception {
    CountDownLatch stuck = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    UnaryOperator<CompileStep> compiling =
        usual ->
            (kernel, text, effort) -> {
              if (kernel.equals("stuck") && stuck.getCount() > 0) {
                stuck.countDown();
                try {
                  goOn.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                throw new LlvmTimeoutException("compiling stuck");
              }
              return usual.compile(kernel, text, effort);
            };
    try (SimdRuntime runtime = runtime(compiling, List.of())) {
      CompletableFuture<Integer> first =
          CompletableFuture.supplyAsync(
              () -> run(runtime, source("stuck", false)), r -> Thread.ofPlatform().start(r));
      stuck.await();
      assertEquals(105, run(runtime, source("other", false)));
      goOn.countDown();
      assertEquals(105, first.get());
    }
  }
}

package dev.barnacle.simd.internal.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.internal.SimdRuntime;
import dev.barnacle.simd.internal.code.NativeCode.Effort;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What LLVM, whose time may grow with the square of a text, is given of long ones. */
class EffortTest {
  private static final long ITEMS = 64;

  private final List<Integer> lengths = new ArrayList<>();
  private final List<Effort> efforts = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();

  @Test
  void longTextsThatALaunchWaitsForHaveLessDone() {
    assertEquals(Effort.FULL, Effort.FULL.within(100_000));
    assertEquals(Effort.QUICK, Effort.FULL.within(3_000_000));
    assertEquals(Effort.NONE, Effort.FULL.within(20_000_000));
    assertEquals(Effort.QUICK, Effort.QUICK.within(3_000_000));
    assertEquals(Effort.NONE, Effort.QUICK.within(20_000_000));
    assertEquals(Effort.NONE, Effort.NONE.within(1));
  }

  /**
   * Divergent conditions with two gathers each, one after the other.
   *
   * @param fast whether there is fast arithmetic too, whose results must come from one version
   */
  private static Module divergent(int conditions, boolean fast) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        module "test"
        kernel @k(ptr(global) %p)
          arg "p" "int*" global "none" ""
        {
        entry:
          %gid = query global_id i32 0
          %offset = mul i64 %gid, 4
          %at = ptradd ptr(global) %p, i64 %offset
          %v0 = load i32, ptr(global) %at, align 4
        """);
    if (fast) {
      text.append(
          """
            %old = load f32, ptr(global) %at, align 4
            %new = fadd reassoc f32 %old, f32 1.0
            store f32 %new, ptr(global) %at, align 4
          """);
    }
    text.append("  br b0\n");
    for (int i = 0; i < conditions; i++) {
      text.append(
          """
          bI:
            %cI = icmp sgt i32 %vI, I
            condbr i1 %cI, tI, jJ
          tI:
            %mI = and i32 %vI, 63
            %wI = sext i32 %mI to i64
            %oI = mul i64 %wI, 4
            %aI = ptradd ptr(global) %p, i64 %oI
            %gI = load i32, ptr(global) %aI, align 4
            br jJ
          jJ:
            %vJ = phi i32 (%vI, bI), (%gI, tI)
            br bJ
          """
              .replace("J", Integer.toString(i + 1))
              .replace("I", Integer.toString(i)));
    }
    text.append(
        """
        bEND:
          ret
        }
        """
            .replace("END", Integer.toString(conditions)));
    Module module = IrParser.parse(text.toString(), "test.ir");
    return module;
  }

  private void launch(Module module) {
    try (Arena arena = Arena.ofConfined();
        SimdRuntime runtime =
            new SimdRuntime(
                SimdOptions.defaults().withThreads(1).withLanes(16),
                List.of(),
                List.of(),
                Optional.empty(),
                notices::add,
                step ->
                    (kernel, text, effort) -> {
                      lengths.add(text.length());
                      efforts.add(effort);
                      return step.compile(kernel, text, Effort.NONE);
                    });
        Executable executable = runtime.load(module)) {
      MemorySegment memory = arena.allocate(ValueLayout.JAVA_INT, ITEMS);
      NdRange range = new NdRange(List.of(ITEMS), List.of(16L), List.of(0L));
      executable.launch(
          new Launch(
              module.kernels().getFirst(),
              range,
              List.of(new Argument.Memory(memory)),
              text -> {}));
    }
  }

  @Test
  void textsGrowWithTheKernelAndNotFaster() {
    launch(divergent(50, false));
    launch(divergent(400, false));
    assertTrue(lengths.get(1) < 9 * lengths.get(0), lengths.toString());
    assertEquals(List.of(Effort.QUICK, Effort.QUICK), efforts);
  }

  @Test
  void whoHasNoBetterCodeLaterIsTold() {
    launch(divergent(1500, true));
    assertTrue(lengths.getFirst() > 2_500_000, lengths.toString());
    assertEquals(List.of(Effort.QUICK), efforts);
    assertEquals(
        List.of(
            "kernel k: it is large: the code is for 16 lanes with few passes: slower, with the same"
                + " results (engine option optimize=full)"),
        notices.stream().map(n -> n.replaceAll("for \\d+ lanes", "for 16 lanes")).toList());
  }
}

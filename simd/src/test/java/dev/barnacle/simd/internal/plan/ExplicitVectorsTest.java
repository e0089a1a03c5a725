package dev.barnacle.simd.internal.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.ir.verify.Verifier;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.LaneShapes;
import dev.barnacle.simd.internal.analysis.PrivateArrays;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels that fill the registers with vectors of their own run one work-item after the other. */
class ExplicitVectorsTest {
  private static final TargetCpu WIDE = new TargetCpu("x86_64-linux-gnu", "", "", "", 512, true);

  /**
   * A search as hashes are searched: vectors are mixed in a loop, and an element is looked at by
   * itself only where something may have been found.
   *
   * @param tests that must hold before elements are looked at
   */
  @ParameterizedTest
  @CsvSource({"0, false", "3, true"})
  void whatSeldomRunsCountsLittle(int tests, boolean expected) {
    assertEquals(expected, fillRegisters(tests));
  }

  private static boolean fillRegisters(int tests) {
    String mixing = lines(40, "%v$ = add <16 x i32> %v@, %v0\n");
    String checks =
        IntStream.range(0, tests)
            .mapToObj(
                t ->
                    "%%c%1$d = icmp eq i32 %%e, %1$d\ncondbr i1 %%c%1$d, t%1$d, rest\nt%1$d:\n"
                        .formatted(t))
            .collect(Collectors.joining());
    String source =
        """
        module "test"
        kernel @k(ptr(global) %p, i32 %n)
          arg "p" "uint16*" global "none" ""
          arg "n" "int" private "none" ""
        {
        entry:
          %gid = query global_id i32 0
          %a = ptradd ptr(global) %p, i64 %gid
          %v0 = load <16 x i32>, ptr(global) %a, align 64
          br loop
        loop:
          %i = phi i32 (0, entry), (%next, rest)
        """
            + mixing
            + "%e = extract <16 x i32> %v40, i64 3\n"
            + checks
            + lines(60, "%s$ = add i32 %s@, %e\n").replace("%s0,", "%e,")
            + """
              br rest
            rest:
              %next = add i32 %i, 1
              %more = icmp slt i32 %next, %n
              condbr i1 %more, loop, out
            out:
              ret
            }
            """;
    return fillRegisters(source);
  }

  /** In lanes, vectors of sixteen elements would be transposed after each load. */
  @ParameterizedTest
  @CsvSource({"16, true", "4, false"})
  void vectorsThatAreOnlyReadStayWhole(int elements, boolean expected) {
    String type = "<" + elements + " x f32>";
    String source =
        """
        module "test"
        kernel @k(ptr(global) %p)
          arg "p" "float*" global "none" ""
        {
        entry:
          %i0 = query global_id i32 0
          %a0 = ptradd ptr(global) %p, i64 %i0
          %v0 = load TYPE, ptr(global) %a0, align 4
          %s0 = fadd TYPE %v0, %v0
        """
            + lines(
                16,
                """
                %i$ = add i64 %i@, 4096
                %a$ = ptradd ptr(global) %p, i64 %i$
                %v$ = load TYPE, ptr(global) %a$, align 4
                %s$ = fadd TYPE %s@, %v$
                """)
            + """
              store TYPE %s16, ptr(global) %a0, align 4
              ret
            }
            """;
    assertEquals(expected, fillRegisters(source.replace("TYPE", type)));
  }

  private static boolean fillRegisters(String source) {
    dev.barnacle.ir.Module module = IrParser.parse(source, "test.ir");
    Verifier.check(module, "in the test");
    Function kernel = module.kernels().getFirst();
    Specialization groupsOf16 =
        Specialization.builder(16, 1, 1).smallIds(true).smallObjects(true).build();
    LaneShapes shapes = new LaneShapes(kernel, groupsOf16, new PrivateArrays(kernel, true), 16);
    return ExplicitVectors.fillRegisters(kernel, shapes, WIDE);
  }

  /** Repeats a line: {@code $} is its number from 1 on, {@code @} the one before. */
  private static String lines(int count, String line) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(n -> line.replace("$", "" + n).replace("@", "" + (n - 1)))
        .collect(Collectors.joining());
  }
}

package dev.barnacle.simd.internal.plan.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.text.IrParser;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A condition of several parts is as likely as one of one part, unless it asks for equal values.
 */
class ConditionChainsTest {
  private static Function kernel(int parts, String predicate) {
    String tests =
        IntStream.range(0, parts)
            .mapToObj(
                t ->
                    "%%c%1$d = icmp %2$s i32 %%n, %1$d\ncondbr i1 %%c%1$d, t%1$d, rest\nt%1$d:\n"
                        .formatted(t, predicate))
            .collect(Collectors.joining());
    String source =
        """
        module "test"
        kernel @k(ptr(global) %p, i32 %n)
          arg "p" "int*" global "none" ""
          arg "n" "int" private "none" ""
        {
        entry:
        """
            + tests
            + """
              store i32 1, ptr(global) %p, align 4
              br rest
            rest:
              store i32 2, ptr(global) %p, align 4
              ret
            }
            """;
    return IrParser.parse(source, "test.ir").functions().getFirst();
  }

  @ParameterizedTest
  @CsvSource({"1, slt, 0.5", "2, sgt, 0.5", "6, ule, 0.5", "3, eq, 0.125", "2, ne, 0.25"})
  void partsAreLikelyTogether(int parts, String predicate, double expected) {
    Function kernel = kernel(parts, predicate);
    BlockFrequencies frequencies = new BlockFrequencies(kernel);
    int last = kernel.blocks().size() - 2;
    assertEquals(expected, frequencies.of(kernel.blocks().get(last)), 1e-9);
    assertEquals(1, frequencies.of(kernel.blocks().getLast()), 1e-9);
  }
}

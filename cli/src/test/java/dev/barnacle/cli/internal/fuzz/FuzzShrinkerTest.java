package dev.barnacle.cli.internal.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that are made small as long as something holds of their text. */
class FuzzShrinkerTest {
  private static final String KERNEL =
      """
      uint mix2(uint x, uint y) {
        return x;
      }
      kernel void fuzz(global uint *out) {
        // what follows is of no matter
        for (uint i = 0; i < (4u & 7u); i++) {
          out[0] = mix2((out[1] + 3u), hadd(7u, out[2]));
        }
        if (out[0] == 1u) {
          out[3] = (out[4] % (9u | 1u));
        }
      }
      """;

  private static boolean isBalanced(String text) {
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
      if (depth < 0) {
        return false;
      }
    }
    return depth == 0;
  }

  @Test
  void onlyTheLineAndTheOperandThatMatterAreLeft() {
    Predicate<String> holds = t -> isBalanced(t) && t.contains("hadd") && t.contains("void fuzz(");
    assertEquals(
        """
        kernel void fuzz(global uint *out) {
            out[0] = hadd(7u, out[2]);
        }
        """,
        new FuzzShrinker(holds, () -> false).shrink(KERNEL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9u", "out[1]", "i++", "x;"})
  void whatMustHoldHolds(String needed) {
    Predicate<String> holds = t -> isBalanced(t) && t.contains(needed);
    String small = new FuzzShrinker(holds, () -> false).shrink(KERNEL);
    assertTrue(holds.test(small), small);
    assertTrue(small.lines().count() <= 2, small);
  }

  @Test
  void withoutTimeNothingChanges() {
    assertEquals(KERNEL, new FuzzShrinker(t -> true, () -> true).shrink(KERNEL));
  }
}

package dev.barnacle.simd.internal.plan.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.ir.text.IrParser;
import java.util.OptionalDouble;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loops turn as often as their counters say, where these begin and end a constant apart. */
class LoopTurnsTest {
  private static final int MOST = 200;

  private static OptionalDouble turns(String loop) {
    String source =
        """
        module "test"
        kernel @k(ptr(global) %p, i32 %n, i32 %m)
          arg "p" "int*" global "none" ""
          arg "n" "int" private "none" ""
          arg "m" "int" private "none" ""
        {
        entry:
          %four = mul i32 %n, 4
          %same = shl i32 %n, 2
          %behind = add i32 %same, 10
          br header
        """
            + loop
            + "}\n";
    Function kernel = IrParser.parse(source, "test.ir").functions().getFirst();
    Loops loops = new Loops(new Dominators(new ControlFlow(kernel)));
    return LoopTurns.of(loops.all().getFirst());
  }

  /** A loop that asks before each iteration, and ends where its test says so. */
  private static String whileLoop(String begin, String test, boolean stays, int step) {
    return """
    header:
      %%i = phi i32 (%s, entry), (%%next, body)
      %%test = icmp %s i32 %%i, %s
      condbr i1 %%test, %s
    body:
      store i32 %%i, ptr(global) %%p, align 4
      %%next = add i32 %%i, %d
      br header
    exit:
      ret
    """
        .formatted(
            begin,
            test.substring(0, test.indexOf(' ')),
            test.substring(test.indexOf(' ') + 1),
            stays ? "body, exit" : "exit, body",
            step);
  }

  /** A loop of one block that asks for its next counter. */
  private static String doLoop(String begin, String test, boolean stays, int step) {
    return """
    header:
      %%i = phi i32 (%s, entry), (%%next, header)
      store i32 %%i, ptr(global) %%p, align 4
      %%next = add i32 %%i, %d
      %%test = icmp %s i32 %%next, %s
      condbr i1 %%test, %s
    exit:
      ret
    """
        .formatted(
            begin,
            step,
            test.substring(0, test.indexOf(' ')),
            test.substring(test.indexOf(' ') + 1),
            stays ? "header, exit" : "exit, header");
  }

  private static final String[] TESTS = {"slt", "sle", "sgt", "sge", "ne", "eq"};

  private static boolean holds(String test, int a, int b) {
    return switch (test) {
      case "slt" -> a < b;
      case "sle" -> a <= b;
      case "sgt" -> a > b;
      case "sge" -> a >= b;
      case "ne" -> a != b;
      default -> a == b;
    };
  }

  @Property
  void areWhatRunningTheLoopCounts(
      @ForAll @IntRange(min = -20, max = 20) int begin,
      @ForAll @IntRange(min = -20, max = 20) int end,
      @ForAll @IntRange(min = -5, max = 5) int step,
      @ForAll @IntRange(min = 0, max = 5) int test,
      @ForAll boolean stays,
      @ForAll boolean asksFirst) {
    String name = TESTS[test];
    int turns = 0;
    int i = begin;
    boolean goesOn = !asksFirst || holds(name, i, end) == stays;
    while (goesOn && turns <= MOST) {
      turns++;
      i += step;
      goesOn = holds(name, i, end) == stays;
    }
    String ask = name + " " + end;
    OptionalDouble found =
        turns(
            asksFirst
                ? whileLoop("" + begin, ask, stays, step)
                : doLoop("" + begin, ask, stays, step));
    if (turns == 0 || turns > MOST) {
      assertEquals(OptionalDouble.empty(), found);
    } else if (found.isPresent() || turns > 1) {
      assertEquals(OptionalDouble.of(turns), found);
    }
  }

  /** A counter that goes on while it equals the end, does so at most once. */
  @ParameterizedTest
  @CsvSource({
    "eq 5, true, 4, 2",
    "eq 5, true, 3, 1",
    "ne 5, false, 4, 2",
    "eq 5, true, 5, 1",
    "ne 5, true, 3, 2"
  })
  void mayStayWhileEqual(String test, boolean stays, int begin, double expected) {
    assertEquals(OptionalDouble.of(expected), turns(doLoop("" + begin, test, stays, 1)));
  }

  @ParameterizedTest
  @CsvSource({
    "%four, ult %behind, 1, 10", "%four, ult %behind, 4, 3", "%n, slt %n, 1, 0",
    "%n, slt %m, 1, 0", "0, slt %m, 1, 0", "7, ult 64, 1, 57"
  })
  void mayBeginAnywhere(String begin, String test, int step, double expected) {
    OptionalDouble found = turns(whileLoop(begin, test, true, step));
    assertEquals(expected == 0 ? OptionalDouble.empty() : OptionalDouble.of(expected), found);
  }

  @Test
  void loopsThatMayBeLeftEarlierHaveNone() {
    String loop =
        """
        header:
          %i = phi i32 (0, entry), (%next, rest)
          %test = icmp slt i32 %i, 8
          condbr i1 %test, body, exit
        body:
          %found = icmp eq i32 %i, %n
          condbr i1 %found, elsewhere, rest
        rest:
          %next = add i32 %i, 1
          br header
        elsewhere:
          store i32 %i, ptr(global) %p, align 4
          br exit
        exit:
          ret
        """;
    assertEquals(OptionalDouble.empty(), turns(loop));
  }
}

package dev.barnacle.simd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What built-in functions expect of arguments is their first operand here, whatever that is. */
class ExpectationTest {
  private static final String KERNEL =
      """
      module "test"
      kernel @k(ptr(global) %data)
        arg "data" "int*" global "none" ""
      {
      entry:
        %gid = query global_id i32 0
        %at = mul i64 %gid, 4
        %p = ptradd ptr(global) %data, i64 %at
        %x = load i32, ptr(global) %p, align 4
        %low = expect.clamp i32 %x, 5
        %same = insert <2 x i32> undef, i32 %low, i32 1
        %both = expect.mul24 <2 x i32> %same
        %y = extract <2 x i32> %both, i32 1
        store i32 %y, ptr(global) %p, align 4
        ret
      }
      """;

  @ParameterizedTest
  @ValueSource(ints = {1, 64})
  void isTheFirstOperand(int local) {
    Module module = IrParser.parse(KERNEL, "test.ir");
    try (SimdEngine engine = new SimdEngine(1);
        Executable executable = engine.load(module);
        Arena arena = Arena.ofConfined()) {
      int[] numbers = IntStream.range(0, 64).map(i -> i * 1_000_000 - 7).toArray();
      MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_INT, numbers);
      NdRange range = new NdRange(List.of(64L), List.of((long) local), List.of(0L));
      executable.launch(
          new Launch(
              module.kernels().getFirst(), range, List.of(new Argument.Memory(data)), text -> {}));
      assertArrayEquals(numbers, data.toArray(ValueLayout.JAVA_INT));
    }
  }
}

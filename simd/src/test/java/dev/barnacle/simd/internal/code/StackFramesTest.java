package dev.barnacle.simd.internal.code;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrParser;
import dev.barnacle.simd.Optimization;
import dev.barnacle.simd.SimdOptions;
import dev.barnacle.simd.internal.SimdRuntime;
import dev.barnacle.simd.internal.abi.Specialization;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What machine code takes of the stack. */
class StackFramesTest {
  private static final int VALUES = 2000;

  /** Loads many values, and then adds them up from the last to the first. */
  private static Module manyValues() {
    StringBuilder text = new StringBuilder();
    text.append("module \"test\"\nkernel @k(ptr(global) %p)\n");
    text.append(
        "  arg \"p\" \"long*\" global \"none\" \"\"\n{\nentry:\n  %g = query global_id i32 0\n");
    for (int i = 0; i < VALUES; i++) {
      text.append("  %%o%d = add i64 %%g, %d%n".formatted(i, i * 1000));
      text.append("  %%b%d = mul i64 %%o%d, 8%n".formatted(i, i));
      text.append("  %%a%d = ptradd ptr(global) %%p, i64 %%b%d%n".formatted(i, i));
      text.append("  %%v%d = load i64, ptr(global) %%a%d, align 8%n".formatted(i, i));
    }
    text.append("  %%s%d = add i64 %%g, 0%n".formatted(VALUES));
    for (int i = VALUES - 1; i >= 0; i--) {
      text.append("  %%s%d = add i64 %%s%d, %%v%d%n".formatted(i, i + 1, i));
    }
    text.append("  store i64 %s0, ptr(global) %a0, align 8\n  ret\n}\n");
    return IrParser.parse(text.toString(), "test.ir");
  }

  @Test
  void valuesThatRegistersHaveNoRoomForCount() {
    SimdOptions options =
        SimdOptions.defaults().withThreads(1).withOptimization(Optimization.QUICK);
    try (SimdRuntime runtime = new SimdRuntime(options, List.of(), List.of(), Optional.empty())) {
      Module module = manyValues();
      Function kernel = module.kernels().getFirst();
      LoadedProgram program = LoadedProgram.of(module, runtime.compiler().kept(module.identity()));
      Specialization facts =
          Specialization.builder(64, 1, 1).smallIds(true).smallObjects(true).build();
      try (CompiledKernel code = runtime.compiler().kernel(program, kernel, facts, true)) {
        long bytes = code.needs().stackBytes();
        assertTrue(bytes >= 8 * VALUES, () -> bytes + " bytes");
      }
      program.variables().close();
    }
  }
}

package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.internal.life.EngineErrors;
import dev.barnacle.cl.internal.memory.SvmBlocks;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.NdRange;
import dev.barnacle.engine.PrintfSink;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import java.util.List;
import java.util.function.Consumer;

/**
 * Constructs and destroys the program-scope objects of programs of C++: runs the program
 * initialization and clean-up kernels (OpenCL architecture, 3.2.1.1), whose NDRange is of one
 * work-item, when the program is built and before its code is freed.
 */
final class ProgramObjects {
  private static final NdRange ONE = new NdRange(List.of(1L), List.of(1L), List.of(0L));

  private ProgramObjects() {}

  /** Runs a launch of one of the two kernels, and waits for it. */
  @FunctionalInterface
  interface Runner {
    /** Runs it. */
    void run(Launch launch);
  }

  /**
   * Constructs the objects of a program that has just been loaded.
   *
   * @throws EngineException if a constructor fails
   */
  static void construct(Module module, PrintfSink output, Runner runner) {
    module.kernel(Module.INITIALIZATION).ifPresent(kernel -> run(kernel, output, runner));
  }

  /**
   * Destroys the objects of a program that nobody uses any more.
   *
   * @param failed is told where a destructor fails, which changes nothing for the program
   */
  static void destroy(
      Module module, PrintfSink output, Runner runner, Consumer<ClException> failed) {
    try {
      module.kernel(Module.CLEAN_UP).ifPresent(kernel -> run(kernel, output, runner));
    } catch (EngineException e) {
      failed.accept(EngineErrors.of(e));
    }
  }

  private static void run(Function kernel, PrintfSink output, Runner runner) {
    runner.run(new Launch(kernel, ONE, List.of(), output));
  }

  /** Runs it on a program as its context has it. */
  static Runner on(EngineProgram program) {
    return launch ->
        program.launchAtOnce(launch.kernel().name(), _ -> launch, () -> SvmBlocks.Held.NONE);
  }
}

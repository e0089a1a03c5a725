package dev.barnacle.simd.internal;

import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.ir.Function;
import dev.barnacle.llvm.JitCode;
import dev.barnacle.llvm.LlvmException;
import dev.barnacle.simd.KernelExplanation;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * A kernel's machine code for one specialisation.
 *
 * @param needs what it needs to run
 * @param code keeps the machine code
 * @param entry the function of {@link EntryEmitter}
 */
record CompiledKernel(KernelObject.Needs needs, JitCode code, MethodHandle entry)
    implements AutoCloseable {
  /** Takes a kernel from the cache or compiles it. */
  static CompiledKernel of(
      SimdRuntime runtime, LoadedProgram program, Function kernel, Specialization specialization) {
    ProgramVariables variables = program.variables();
    Optional<CodeCache> cache = program.identity().isEmpty() ? Optional.empty() : runtime.cache();
    if (cache.isEmpty()) {
      return link(runtime, kernel, compile(runtime, program, kernel, specialization), variables);
    }
    String key = key(cache.get(), runtime, program, kernel, specialization);
    // Who wants to see what a kernel becomes has it made again.
    Optional<KernelObject> known =
        runtime.compilations().isEmpty() ? cache.get().find(key) : Optional.empty();
    if (known.isPresent()) {
      try {
        return linkNow(runtime, kernel, known.get(), variables);
      } catch (LlvmException e) {
        known = Optional.empty(); // it was made beside other libraries: it is made anew
      }
    }
    KernelObject object = compile(runtime, program, kernel, specialization);
    cache.get().store(key, object); // also where the program has been closed meanwhile
    return link(runtime, kernel, object, variables);
  }

  private static String key(
      CodeCache cache,
      SimdRuntime runtime,
      LoadedProgram program,
      Function kernel,
      Specialization specialization) {
    return cache.key(
        program.identity(),
        kernel,
        specialization,
        runtime.code().target(),
        runtime.options().lanes(),
        effort(runtime, program),
        runtime.options().limit());
  }

  /** Tells whether the cache seems to have a kernel's code. */
  static boolean isCached(
      SimdRuntime runtime, LoadedProgram program, Function kernel, Specialization specialization) {
    return !program.identity().isEmpty()
        && runtime
            .cache()
            .filter(c -> c.has(key(c, runtime, program, kernel, specialization)))
            .isPresent();
  }

  private static KernelObject compile(
      SimdRuntime runtime, LoadedProgram program, Function kernel, Specialization specialization) {
    NativeCode nativeCode = runtime.code();
    LimitedCompilation compilation =
        new LimitedCompilation(
            kernel.name(),
            lanes ->
                KernelText.of(
                    kernel,
                    specialization,
                    program.variables().symbols(),
                    program.options(),
                    nativeCode.target(),
                    lanes),
            runtime.compileStep(),
            SubGroups.areUsed(kernel) || SubGroupSizes.required(kernel) > 0);
    try {
      LimitedCompilation.Result made =
          compilation.run(runtime.options().lanes(), effort(runtime, program));
      KernelExplanation explanation = made.text().explanation().noted(made.note());
      runtime.compilations().forEach(l -> l.explained(explanation));
      return new KernelObject(
          made.code().object(), made.text().needs(made.code().stackBytes()), made.note());
    } catch (LlvmException e) {
      throw failure(kernel, e);
    }
  }

  private static NativeCode.Effort effort(SimdRuntime runtime, LoadedProgram program) {
    return !program.options().optimize()
        ? NativeCode.Effort.NONE
        : runtime.options().quick() ? NativeCode.Effort.QUICK : NativeCode.Effort.FULL;
  }

  private static CompiledKernel link(
      SimdRuntime runtime, Function kernel, KernelObject object, ProgramVariables variables) {
    try {
      return linkNow(runtime, kernel, object, variables);
    } catch (LlvmException e) {
      throw failure(kernel, e);
    }
  }

  private static CompiledKernel linkNow(
      SimdRuntime runtime, Function kernel, KernelObject object, ProgramVariables variables) {
    NativeCode nativeCode = runtime.code();
    JitCode code = nativeCode.link(kernel.name(), object.object(), variables.imports());
    if (!object.note().isEmpty()) {
      runtime.notice("kernel " + kernel.name() + ": " + object.note());
    }
    try {
      return new CompiledKernel(object.needs(), code, NativeCode.entry(code));
    } catch (LlvmException e) {
      code.close();
      throw e;
    }
  }

  private static EngineException failure(Function kernel, LlvmException e) {
    return EngineException.unsupported(
        kernel.location(), "kernel " + kernel.name() + " can't be compiled: " + e.getMessage());
  }

  @Override
  public void close() {
    code.close();
  }
}

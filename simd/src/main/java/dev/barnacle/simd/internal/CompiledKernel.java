package dev.barnacle.simd.internal;

import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.Function;
import dev.barnacle.llvm.JitCode;
import dev.barnacle.llvm.LlvmException;
import java.lang.invoke.MethodHandle;

/**
 * A kernel's machine code for one specialisation.
 *
 * @param text what it was compiled from, with what it needs to run
 * @param code keeps the machine code
 * @param entry the function of {@link EntryEmitter}
 */
record CompiledKernel(KernelText text, JitCode code, MethodHandle entry) implements AutoCloseable {
  static CompiledKernel compile(
      SimdRuntime runtime,
      Function kernel,
      Specialization specialization,
      ProgramVariables variables) {
    NativeCode nativeCode = runtime.code();
    KernelText text =
        KernelText.of(
            kernel,
            specialization,
            variables.symbols(),
            nativeCode.target(),
            runtime.options().lanes());
    try {
      byte[] object = nativeCode.compile(kernel.name(), text.llvm(), runtime.compilations());
      JitCode code = nativeCode.link(kernel.name(), object, variables.imports());
      return new CompiledKernel(text, code, NativeCode.entry(code));
    } catch (LlvmException e) {
      throw new EngineException(
          EngineException.Kind.UNSUPPORTED_PROGRAM,
          "kernel " + kernel.name() + " can't be compiled: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    code.close();
  }
}

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
      NativeCode nativeCode,
      Function kernel,
      Specialization specialization,
      ProgramVariables variables) {
    KernelText text =
        KernelText.of(kernel, specialization, variables.symbols(), NativeCode.machineAttributes());
    if (System.getenv("BARNACLE_DUMP_LLVM") != null) {
      System.err.println(text.llvm());
    }
    try {
      byte[] object = NativeCode.compile(kernel.name(), text.llvm());
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

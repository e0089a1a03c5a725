package dev.barnacle.simd.internal.code;

import dev.barnacle.llvm.jit.JitCode;
import dev.barnacle.simd.internal.abi.KernelObject;
import dev.barnacle.simd.internal.abi.Symbols;
import java.lang.invoke.MethodHandle;

/**
 * A kernel's machine code for one specialisation.
 *
 * @param needs what it needs to run
 * @param code keeps the machine code
 * @param entry its function {@link Symbols#ENTRY}
 */
public record CompiledKernel(KernelObject.Needs needs, JitCode code, MethodHandle entry)
    implements AutoCloseable {
  @Override
  public void close() {
    code.close();
  }
}

package dev.barnacle.simd.internal.code;

/** Makes machine code of a kernel's text, in one of several ways that are tried in turn. */
public interface CompileStep {
  /**
   * Makes machine code.
   *
   * @throws dev.barnacle.llvm.error.LlvmTimeoutException if that does not end within the time for
   *     it
   * @throws dev.barnacle.llvm.error.LlvmException if the text can't be compiled
   */
  NativeCode.Compiled compile(String kernel, String text, NativeCode.Effort effort);
}

package dev.barnacle.frontend.internal.clang;

import dev.barnacle.llvm.LlvmModule;

/**
 * Links the OpenCL C library into a program and makes private variables values, so that the result
 * can be read into the IR.
 */
final class ProgramLinker {
  /**
   * LLVM's passes, in order. None of them moves, merges or removes an access to global or local
   * memory.
   *
   * <ul>
   *   <li>{@code always-inline}: the library's thin functions vanish into their callers, whose
   *       lines they take
   *   <li>{@code globaldce}: what is left of the library without a use goes
   *   <li>{@code sroa}: private variables whose address is not taken become values
   * </ul>
   */
  static final String PASSES = "always-inline,globaldce,function(sroa<preserve-cfg>)";

  private ProgramLinker() {}

  static void link(LlvmModule program) {
    program.link(
        LlvmModule.parseBitcodeLazily(
            program.context(), "the OpenCL C library", Library.bitcode()));
    program.runPasses(PASSES);
  }
}

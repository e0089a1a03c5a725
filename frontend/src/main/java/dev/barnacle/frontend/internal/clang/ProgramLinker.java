package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.PrivateVariables;
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
   *   <li>{@code sroa} or {@code mem2reg}: private variables whose address is not taken become
   *       values
   * </ul>
   */
  static String passes(PrivateVariables variables) {
    return "always-inline,globaldce"
        + switch (variables) {
          case VALUES -> ",function(sroa<preserve-cfg>)";
          case WHOLE_VALUES -> ",function(mem2reg)";
          case MEMORY -> "";
        };
  }

  private ProgramLinker() {}

  static void link(LlvmModule program, PrivateVariables variables) {
    program.link(
        LlvmModule.parseBitcodeLazily(
            program.context(), "the OpenCL C library", Library.bitcode()));
    program.runPasses(passes(variables));
  }
}

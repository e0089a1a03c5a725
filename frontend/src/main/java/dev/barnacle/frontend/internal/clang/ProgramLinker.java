package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.PrivateVariables;
import dev.barnacle.llvm.module.LlvmModule;
import dev.barnacle.llvm.view.LlvmInstruction;
import dev.barnacle.llvm.view.LlvmModuleView;
import dev.barnacle.llvm.view.LlvmOpcode;
import dev.barnacle.llvm.view.LlvmType;

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
    return PASSES
        + switch (variables) {
          case VALUES -> "," + PIECES;
          case WHOLE_VALUES -> "," + WHOLES;
          case MEMORY -> "";
        };
  }

  private static final String PASSES = "always-inline,globaldce";
  private static final String PIECES = "function(sroa<preserve-cfg>)";
  private static final String WHOLES = "function(mem2reg)";

  private ProgramLinker() {}

  static void link(LlvmModule program, PrivateVariables variables) {
    for (byte[] part : Library.partsWith(program.declaredFunctions())) {
      program.link(LlvmModule.parseBitcodeLazily(program.context(), "the OpenCL C library", part));
    }
    program.runPasses(PASSES);
    switch (variables) {
      case VALUES -> program.runPasses(PIECES);
      case WHOLE_VALUES -> program.runPasses(hasVectorsOfThree(program) ? PIECES : WHOLES);
      case MEMORY -> {}
    }
  }

  /** Clang reads and writes these as vectors of four, which mem2reg does not take for wholes. */
  private static boolean hasVectorsOfThree(LlvmModule program) {
    return LlvmModuleView.of(program).functions().stream()
        .flatMap(f -> f.blocks().stream())
        .flatMap(b -> b.instructions().stream())
        .filter(i -> i.opcode() == LlvmOpcode.ALLOCA)
        .map(LlvmInstruction::allocatedType)
        .anyMatch(t -> t.kind() == LlvmType.Kind.VECTOR && t.count() == 3);
  }
}

package dev.barnacle.simd.internal.code;

import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Module;
import java.util.function.BooleanSupplier;

/**
 * What the kernels of one program share.
 *
 * @param identity tells it from other programs; empty where that is not known
 * @param options what its build options ask for
 * @param variables its program-scope variables
 * @param read whether its kernels' code has been read
 */
public record LoadedProgram(
    String identity, CodeOptions options, ProgramVariables variables, BooleanSupplier read) {
  public static LoadedProgram of(Module module) {
    return new LoadedProgram(
        module.identity(), module.options(), new ProgramVariables(module), module::isRead);
  }

  /** Returns whether its kernels' code has been read. */
  public boolean isRead() {
    return read.getAsBoolean();
  }
}

package dev.barnacle.simd.internal.code;

import dev.barnacle.ir.CodeOptions;
import dev.barnacle.ir.Module;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The state that the kernels of one program share.
 *
 * @param kept what is kept of it on disk; empty where nothing is
 * @param options what its build options ask for
 * @param variables its program-scope variables
 * @param read whether its kernels' code has been read
 */
public record LoadedProgram(
    Optional<KeptProgram> kept,
    CodeOptions options,
    ProgramVariables variables,
    BooleanSupplier read) {
  /** Returns that of a module, of which {@link NativeCompiler#kept} is known. */
  public static LoadedProgram of(Module module, Optional<KeptProgram> kept) {
    return new LoadedProgram(kept, module.options(), new ProgramVariables(module), module::isRead);
  }

  /** Returns whether its kernels' code has been read. */
  public boolean isRead() {
    return read.getAsBoolean();
  }
}

package dev.barnacle.frontend;

import dev.barnacle.ir.Module;
import java.util.List;

/**
 * A program that was built.
 *
 * @param module its IR, which belongs to the caller
 * @param log the build log as the compiler wrote it: warnings, or empty
 * @param diagnostics the same, item by item
 * @param options the options that it was built with
 * @param fromCache whether clang was not needed, because the compile cache knew the program
 */
public record CompiledProgram(
    Module module,
    String log,
    List<Diagnostic> diagnostics,
    BuildOptions options,
    boolean fromCache) {
  /** Makes a copy of the list. */
  public CompiledProgram {
    diagnostics = List.copyOf(diagnostics);
  }
}

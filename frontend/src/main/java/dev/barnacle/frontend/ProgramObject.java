package dev.barnacle.frontend;

import java.util.List;

/**
 * A source that was compiled but not linked ({@code clCompileProgram}): LLVM bitcode without the
 * OpenCL C library.
 *
 * @param bitcode the bitcode, not to be written to
 * @param log the build log as the compiler wrote it: warnings, or empty
 * @param diagnostics the same, item by item
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
public record ProgramObject(byte[] bitcode, String log, List<Diagnostic> diagnostics) {
  /** Makes a copy of the list. */
  public ProgramObject {
    diagnostics = List.copyOf(diagnostics);
  }
}

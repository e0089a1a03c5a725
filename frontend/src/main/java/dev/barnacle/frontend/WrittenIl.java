package dev.barnacle.frontend;

import java.util.List;

/**
 * A program that was written as SPIR-V.
 *
 * @param bytes the module, in little-endian words, not to be written to
 * @param imported the mangled names of the built-in functions that SPIR-V has no instruction for,
 *     which the module imports
 * @param log the build log as the compiler wrote it: warnings, or empty
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
public record WrittenIl(byte[] bytes, List<String> imported, String log) {
  /** Makes a copy of the list. */
  public WrittenIl {
    imported = List.copyOf(imported);
  }
}

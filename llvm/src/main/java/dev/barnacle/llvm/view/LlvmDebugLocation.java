package dev.barnacle.llvm.view;

import java.util.Optional;

/**
 * A place in the source.
 *
 * @param file the file's name as the compiler was given it
 * @param line from 1; 0 for code that has no line of its own
 * @param column from 1, in bytes; 0 where unknown
 * @param function the function whose text this is; empty where unknown
 * @param inlinedAt the call that this place was inlined into
 */
public record LlvmDebugLocation(
    String file, int line, int column, String function, Optional<LlvmDebugLocation> inlinedAt) {}

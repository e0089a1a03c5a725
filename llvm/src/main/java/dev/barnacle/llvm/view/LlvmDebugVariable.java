package dev.barnacle.llvm.view;

import java.util.Optional;

/**
 * A variable of the source that a global variable or an alloca is, or a part of.
 *
 * @param name in the source
 * @param start where in the variable the part begins, in bytes
 * @param declared the call that declares an alloca, whose place is the declaration's; empty for a
 *     global variable
 */
public record LlvmDebugVariable(
    String name, LlvmDebugType type, long start, Optional<LlvmInstruction> declared) {}

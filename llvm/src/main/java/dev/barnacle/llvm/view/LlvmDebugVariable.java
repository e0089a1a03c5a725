package dev.barnacle.llvm.view;

/**
 * A variable of the source that a global variable or an alloca is, or a part of.
 *
 * @param name in the source
 * @param start where in the variable the part begins, in bytes
 */
public record LlvmDebugVariable(String name, LlvmDebugType type, long start) {}

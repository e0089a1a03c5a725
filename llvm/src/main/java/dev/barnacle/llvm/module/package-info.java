/**
 * Contexts and modules: parsed, linked, optimized, compiled for a target machine.
 *
 * <p>Begin with {@link LlvmModule}.
 *
 * <p>May use: error, machine, internal, llvm.
 */
package dev.barnacle.llvm.module;

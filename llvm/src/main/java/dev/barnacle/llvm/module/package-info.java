/**
 * Contexts and modules: parsed, linked, optimized, compiled for a target machine.
 *
 * <p>Begin with {@link LlvmModule}.
 *
 * <p>May use: error, internal, llvm.
 */
package dev.barnacle.llvm.module;

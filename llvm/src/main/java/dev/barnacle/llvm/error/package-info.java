/**
 * Reports of LLVM and clang: errors, and diagnostics with their places.
 *
 * <p>Begin with {@link LlvmException}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.llvm.error;

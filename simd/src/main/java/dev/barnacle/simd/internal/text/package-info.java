/**
 * Types and constants of the IR as LLVM's text.
 *
 * <p>Begin with {@link LlvmTypes}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.simd.internal.text;

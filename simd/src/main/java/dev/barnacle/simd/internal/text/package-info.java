/**
 * LLVM's text as it grows: lines, names and types. Nothing in here knows kernels.
 *
 * <p>Begin with {@link LlvmText}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.simd.internal.text;

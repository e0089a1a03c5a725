/**
 * A builder of LLVM's text: instructions, names and types. Nothing in here knows kernels.
 *
 * <p>Begin with {@link LlvmText}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.simd.internal.text;

/**
 * A builder of LLVM's text, for all who write it.
 *
 * <p>Begin with {@link LlvmText}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.llvm.text;

/**
 * The conversion of LLVM's types, constants, flags and names to those of the IR.
 *
 * <p>Begin with {@link TypeReader}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.frontend.internal.reader.type;

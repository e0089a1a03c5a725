/**
 * What LLVM's types, constants, flags and names are in the IR.
 *
 * <p>Begin with {@link TypeReader}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.frontend.internal.reader.type;

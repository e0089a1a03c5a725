/**
 * LLVM in the process: loading it, its version, and a limit on the time that it takes.
 *
 * <p>Begin with {@link Llvm}.
 *
 * <p>May use: error, internal.
 */
package dev.barnacle.llvm;

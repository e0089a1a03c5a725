/**
 * Machine code in the process: object files are added, linked and looked up by name.
 *
 * <p>Begin with {@link Jit}.
 *
 * <p>May use: machine, error, host, internal, llvm, module, link.
 */
package dev.barnacle.llvm.jit;

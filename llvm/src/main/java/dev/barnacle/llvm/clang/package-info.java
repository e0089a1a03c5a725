/**
 * clang and the linker as programs that are run, or as a server that stays.
 *
 * <p>Begin with {@link Clang}.
 *
 * <p>May use: machine, error, internal.
 */
package dev.barnacle.llvm.clang;

/**
 * A linker of relocatable ELF files for this process: what LLVM's code generator emits for kernels.
 * It reads and writes arrays and calls nothing native; memory is its callers'.
 *
 * <p>Begin with {@link ObjectImage}.
 *
 * <p>May use: machine, error.
 */
package dev.barnacle.llvm.link;

/**
 * Machine code: compiled by LLVM within its time, linked into the process, kept on disk.
 *
 * <p>Begin with {@link NativeCompiler}.
 *
 * <p>May use: cpu, abi, threads, plan, kernel.
 */
package dev.barnacle.simd.internal.code;

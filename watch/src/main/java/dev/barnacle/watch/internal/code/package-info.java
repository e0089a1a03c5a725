/**
 * Kernels become JVM bytecode, of which each access and each barrier calls what watches it.
 *
 * <p>Begin with {@link KernelCompiler} and {@link KernelMaker}.
 *
 * <p>May use: run.kernel, code.cut, code.file, run.memory, code.analysis, run.exec, code.emit.
 */
package dev.barnacle.watch.internal.code;

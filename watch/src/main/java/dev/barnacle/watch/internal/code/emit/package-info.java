/**
 * JVM bytecode for a kernel and its functions.
 *
 * <p>Begin with {@link KernelClass} and {@link BlockCode}.
 *
 * <p>May use: run.kernel, code.cut, run.memory, code.analysis, run.exec.
 */
package dev.barnacle.watch.internal.code.emit;

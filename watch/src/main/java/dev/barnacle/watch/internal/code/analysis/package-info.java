/**
 * Facts of a kernel that its code is made by: which lanes are used, what is written, which reads
 * are repeated, what is where.
 *
 * <p>Begin with {@link ProgramLayout}.
 *
 * <p>May use: race.access, run.kernel, code.cut, run.memory.
 */
package dev.barnacle.watch.internal.code.analysis;

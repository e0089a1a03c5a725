/**
 * A compiled kernel as bytes, for stores of them.
 *
 * <p>Begin with {@link KernelFile}.
 *
 * <p>May use: race.access, run.kernel.
 */
package dev.barnacle.watch.internal.code.file;

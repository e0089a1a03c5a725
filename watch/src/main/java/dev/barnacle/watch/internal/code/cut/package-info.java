/**
 * Cuts kernels into regions that run to their ends: at barriers, before atomic operations, in loops
 * that wait, and where code is too long for one method.
 *
 * <p>Begin with {@link SuspendPoints}.
 *
 * <p>May use: run.kernel.
 */
package dev.barnacle.watch.internal.code.cut;

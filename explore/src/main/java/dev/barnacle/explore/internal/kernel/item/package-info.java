/**
 * Work-items: what each holds, and how it runs up to the next operation that others can tell.
 *
 * <p>Begin with {@link Stepper}.
 *
 * <p>May use: kernel.code, kernel.graph, kernel.memory.
 */
package dev.barnacle.explore.internal.kernel.item;

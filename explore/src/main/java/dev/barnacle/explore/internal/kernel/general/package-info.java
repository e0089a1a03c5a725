/**
 * Kernels under any .cat model: each work-item is a thread of a scenario, which is explored as that
 * of a litmus test.
 *
 * <p>Begin with {@link GeneralExploration}.
 *
 * <p>May use: kernel.code, program, properties, internal, kernel, kernel.item, kernel.memory,
 * kernel.search.
 */
package dev.barnacle.explore.internal.kernel.general;

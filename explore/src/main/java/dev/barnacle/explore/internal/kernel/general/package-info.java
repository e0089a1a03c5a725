/**
 * Kernels under any .cat model: each work-item's code, with what is known of its place in the
 * NDRange put in, becomes a thread of a scenario, which is explored as that of a litmus test.
 *
 * <p>Begin with {@link GeneralExploration}.
 *
 * <p>May use: program, properties, internal, kernel, kernel.code, kernel.item, kernel.memory,
 * kernel.words.
 */
package dev.barnacle.explore.internal.kernel.general;

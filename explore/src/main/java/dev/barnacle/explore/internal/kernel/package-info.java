/**
 * The exploration of kernels, from a launch to its outcome.
 *
 * <p>Begin with {@link KernelExploration}.
 *
 * <p>May use: trace, kernel.code, kernel.graph, kernel.memory, kernel.item, kernel.state,
 * kernel.search, kernel.words.
 */
package dev.barnacle.explore.internal.kernel;

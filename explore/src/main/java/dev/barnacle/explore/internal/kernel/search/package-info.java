/**
 * The search for all executions of kernels: which write each atomic read reads from, once; and what
 * is said of the executions that come to an end.
 *
 * <p>Begin with {@link KernelSearch}.
 *
 * <p>May use: kernel.code, kernel.graph, kernel.memory, kernel.item, kernel.state.
 */
package dev.barnacle.explore.internal.kernel.search;

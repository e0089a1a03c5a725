/**
 * The threads that run work-groups, and how these are shared out. Nothing in here knows kernels.
 *
 * <p>Begin with {@link WorkerPool}.
 *
 * <p>May use: abi.
 */
package dev.barnacle.simd.internal.threads;

/**
 * The threads that run work-groups, and how these are shared out: {@code pool.h}, {@code pool.c}
 * and {@code placing.c}, with their face in Java. Nothing in here knows kernels but {@code
 * guard.c}, which runs one where faults are to be known.
 *
 * <p>Begin with {@code pool.h}, then {@link WorkerPool}.
 *
 * <p>May use: abi.
 */
package dev.barnacle.simd.internal.threads;

/**
 * Takes the signals of kernels that leave their memory.
 *
 * <p>Begin with {@link FaultGuard}.
 *
 * <p>May use: abi, threads.
 */
package dev.barnacle.simd.internal.guard;

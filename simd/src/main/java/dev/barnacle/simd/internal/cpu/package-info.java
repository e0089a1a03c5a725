/**
 * The processor that code is made for, and its functions for whole vectors.
 *
 * <p>Begin with {@link TargetCpu}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.simd.internal.cpu;

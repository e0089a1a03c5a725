/**
 * Kernels as the explorer runs them: instructions decoded into operations on numbered registers,
 * the arithmetic of lanes, and where loops begin. Nothing in here knows executions.
 *
 * <p>Begin with {@link KernelCode} and {@link Op}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.explore.internal.kernel.code;

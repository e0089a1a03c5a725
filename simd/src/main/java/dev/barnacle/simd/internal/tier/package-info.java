/**
 * Chooses the version of a kernel's code that runs: for any local size, for the launch's, or for
 * values of its arguments, by how launches go.
 *
 * <p>Begin with {@link KernelTiers}.
 *
 * <p>May use: cpu, abi, analysis, plan, code.
 */
package dev.barnacle.simd.internal.tier;

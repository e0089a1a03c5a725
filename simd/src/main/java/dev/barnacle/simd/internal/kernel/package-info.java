/**
 * A kernel as one LLVM module: its entry, the loops over the work-items of a group, the choice of
 * the next region.
 *
 * <p>Begin with {@link KernelModule}.
 *
 * <p>May use: text, cpu, abi, analysis, plan.region, plan, emit, vector.region.
 */
package dev.barnacle.simd.internal.kernel;

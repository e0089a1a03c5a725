/**
 * Decides about a kernel before code is emitted: how many work-items are the lanes of a vector,
 * what is kept across barriers, what launches must know. Its decisions can be reported ({@link
 * Remarks}).
 *
 * <p>Begin with {@link KernelPlan} and {@link VectorizationFactor}.
 *
 * <p>May use: cpu, abi, analysis, plan.region, plan.cost.
 */
package dev.barnacle.simd.internal.plan;

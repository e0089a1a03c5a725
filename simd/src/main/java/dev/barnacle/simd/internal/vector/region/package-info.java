/**
 * Control flow of a vector of work-items under masks, and the instructions in it.
 *
 * <p>Begin with {@link VectorRegion}.
 *
 * <p>May use: text, cpu, abi, analysis, plan.region, plan, emit, vector, vector.memory,
 * vector.atomic.
 */
package dev.barnacle.simd.internal.vector.region;

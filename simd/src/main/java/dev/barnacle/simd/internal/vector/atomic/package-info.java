/**
 * Atomic operations of many lanes as few operations.
 *
 * <p>Begin with {@link VectorAtomics}.
 *
 * <p>May use: text, abi, analysis, plan.region, plan, emit, vector.
 */
package dev.barnacle.simd.internal.vector.atomic;

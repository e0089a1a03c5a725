/**
 * Emits accesses to memory for all lanes: one access, neighbours, interleaved groups, strides, or a
 * gather.
 *
 * <p>Begin with {@link VectorMemory}.
 *
 * <p>May use: text, cpu, abi, analysis, plan.region, plan, emit, vector.
 */
package dev.barnacle.simd.internal.vector.memory;

/**
 * Plans the code of a kernel whose work-items are lanes, region by region, before any text is
 * written: pieces in their order, the source of each mask, guards, forms for all lanes, and the
 * form of each instruction. The emitter walks a plan and decides nothing of this.
 *
 * <p>Begin with {@link VectorPlan}, {@link Step} and {@link MemoryForm}.
 *
 * <p>May use: cpu, abi, analysis.
 */
package dev.barnacle.simd.internal.plan.region;

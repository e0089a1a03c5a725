/**
 * The cost of a plan in cycles: what its operations, forms of accesses and loops take on a
 * processor, by a table for each family of processors.
 *
 * <p>May use: cpu, abi, analysis, plan.region.
 */
package dev.barnacle.simd.internal.plan.cost;

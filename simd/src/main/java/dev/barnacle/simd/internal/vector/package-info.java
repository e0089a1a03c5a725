/**
 * The values of a vector of work-items: their registers, masks and ids, and what has no vector
 * form, done lane by lane.
 *
 * <p>Begin with {@link VectorScope}.
 *
 * <p>May use: text, cpu, abi, analysis, plan, emit.
 */
package dev.barnacle.simd.internal.vector;

/**
 * What Java and machine code agree on: where arguments, launch information and the memory of a
 * thread stand, by which symbols both know each other, and what code is made for.
 *
 * <p>Begin with {@link Specialization} and {@link ArenaLayout}.
 *
 * <p>May use: text.
 */
package dev.barnacle.simd.internal.abi;

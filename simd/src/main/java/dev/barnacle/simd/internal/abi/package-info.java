/**
 * The conventions between Java and machine code: places of arguments, launch information and a
 * thread's memory, symbols, and properties that code is made for.
 *
 * <p>Begin with {@link Specialization} and {@link ArenaLayout}.
 *
 * <p>May use: text.
 */
package dev.barnacle.simd.internal.abi;

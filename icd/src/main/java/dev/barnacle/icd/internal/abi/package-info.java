/**
 * The interface of C and Java: constants, memory by its address, the arguments of a call, entry
 * points and their table, callbacks.
 *
 * <p>Begin with {@link Entry} and {@link Arguments}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.icd.internal.abi;

/**
 * Threads that are the same but for their names: which executions need not be visited, and how
 * often those that are visited count.
 *
 * <p>Begin with {@link Symmetry} and {@link CanonicalChoices}.
 *
 * <p>May use: kernel.code, program, trace.
 */
package dev.barnacle.explore.internal.symmetry;

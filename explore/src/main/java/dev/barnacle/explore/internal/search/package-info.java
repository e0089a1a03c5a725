/**
 * The search for candidate executions: every choice of events and reads-from, once. Nothing in here
 * knows what is asked.
 *
 * <p>Begin with {@link Search}.
 *
 * <p>May use: kernel.code, program, properties, trace, symmetry.
 */
package dev.barnacle.explore.internal.search;

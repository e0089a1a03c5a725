/**
 * Faults, as facts: object, offset, place and work-item. Nothing in here is a sentence: those are
 * made after the run.
 *
 * <p>Begin with {@link Fault} and {@link Faults}.
 *
 * <p>May use: race.access, race.shadow, run.memory.
 */
package dev.barnacle.watch.internal.run.fault;

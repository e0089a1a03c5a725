/**
 * Faults in words, after the run: sentences, advice, and the findings of all schedules merged.
 *
 * <p>Begin with {@link FaultWords} and {@link Findings}.
 *
 * <p>May use: race.access, race.shadow, run.kernel, run.memory, words.race, run.fault.
 */
package dev.barnacle.watch.internal.words;

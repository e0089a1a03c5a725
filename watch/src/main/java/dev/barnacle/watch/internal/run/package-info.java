/**
 * A launch under watch, under each schedule.
 *
 * <p>Begin with {@link WatchedRun}.
 *
 * <p>May use: race.access, race.shadow, run.kernel, race.clock, run.memory, race, run.fault,
 * run.pipe, run.exec, words, run.group.
 */
package dev.barnacle.watch.internal.run;

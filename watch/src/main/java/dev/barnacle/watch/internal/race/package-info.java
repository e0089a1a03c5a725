/**
 * The race detectors' door.
 *
 * <p>Begin with {@link Detectors}.
 *
 * <p>May use: race.shadow, race.clock, race.interval.
 */
package dev.barnacle.watch.internal.race;

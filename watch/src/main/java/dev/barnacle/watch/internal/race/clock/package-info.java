/**
 * The precise detector, for every kernel: vector clocks, release sequences, and loads that read old
 * stores.
 *
 * <p>Begin with {@link ClockDetector} and {@link ClockShadow}.
 *
 * <p>May use: race.access, race.shadow.
 */
package dev.barnacle.watch.internal.race.clock;

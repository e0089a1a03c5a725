/**
 * The fast detector, for kernels that only work-group barriers order: a stamp for the last write
 * and the last reads of each byte.
 *
 * <p>Begin with {@link IntervalDetector} and {@link IntervalShadow}.
 *
 * <p>May use: race.access, race.shadow.
 */
package dev.barnacle.watch.internal.race.interval;

/**
 * The common parts of both race detectors: the surface that launches see, and the pages of shadow
 * memory.
 *
 * <p>Begin with {@link RaceDetector} and {@link RaceShadow}.
 *
 * <p>May use: race.access.
 */
package dev.barnacle.watch.internal.race.shadow;

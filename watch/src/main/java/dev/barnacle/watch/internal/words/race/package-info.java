/**
 * Why two accesses race, and what would order them, in words. Nothing in here knows how they were
 * found.
 *
 * <p>Begin with {@link MissingEdge}.
 *
 * <p>May use: race.access, race.shadow.
 */
package dev.barnacle.watch.internal.words.race;

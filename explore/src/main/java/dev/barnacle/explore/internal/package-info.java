/**
 * Explorations as a whole: a search and the completion of its executions are put together, shared
 * among threads, and begun again with more room. {@code dev.barnacle.explore} is the door.
 *
 * <p>Begin with {@link Exploration}.
 *
 * <p>May use: kernel.code, program, properties, trace, symmetry, search, result.
 */
package dev.barnacle.explore.internal;

/**
 * The task of an exploration, and its results: final states, faults, pictures.
 *
 * <p>Begin with {@link ExplorationTask} and {@link ExplorationFindings}.
 *
 * <p>May use: kernel.code, program, properties, trace, symmetry, search.
 */
package dev.barnacle.explore.internal.result;

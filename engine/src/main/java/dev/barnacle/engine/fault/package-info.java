/**
 * Kinds of faults, one family for all engines, and the sentences that are said of them, which each
 * engine has in a catalogue. Nothing in here knows kernels.
 *
 * <p>Begin with {@link FaultKind} and {@link Catalogue}.
 */
package dev.barnacle.engine.fault;

/**
 * Kinds of faults, one family for all engines. Nothing in here knows kernels.
 *
 * <p>Begin with {@link FaultKind}.
 */
package dev.barnacle.engine.fault;

/**
 * The pipes of a launch: which arguments they are, and which reservations are under way.
 *
 * <p>Begin with {@link PipeTable}.
 *
 * <p>May use: run.memory, run.fault.
 */
package dev.barnacle.watch.internal.run.pipe;

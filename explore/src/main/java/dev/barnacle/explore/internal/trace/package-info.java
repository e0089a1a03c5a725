/**
 * The execution that is being built: its events, their values and their locations.
 *
 * <p>Begin with {@link Trace}.
 *
 * <p>May use: kernel.code, program.
 */
package dev.barnacle.explore.internal.trace;

/**
 * Launches whose results engines and platforms must agree in, and random kernels for them. Begin
 * with {@link Engines}.
 *
 * <p>May use: launch, report, run, replay.
 */
package dev.barnacle.cli.internal.fuzz;

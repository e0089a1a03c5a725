/**
 * {@code check}: launches that are guessed where nothing is said, what they found, and which
 * findings are one. Begin with {@link CheckRun}; of programs with {@link ProgramCheck}.
 *
 * <p>May use: internal, launch, report, run.
 */
package dev.barnacle.cli.internal.check;

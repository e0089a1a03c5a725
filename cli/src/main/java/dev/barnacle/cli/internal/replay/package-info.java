/**
 * Launches that show a finding again: {@link Bundle} is a file that holds all that one needs,
 * {@link Trials} runs such launches, {@link Shrinker} and {@link SourceShrinker} make them small.
 * Begin with {@link Reproducer}, a launch with the text of its program.
 *
 * <p>May use: internal, launch, run.
 */
package dev.barnacle.cli.internal.replay;

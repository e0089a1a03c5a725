/**
 * The one description of a command ({@link Command}) and of its options ({@link DeclaredOption}),
 * and the reader of arguments ({@link Arguments}).
 *
 * <p>May use: nothing.
 */
package dev.barnacle.command.arguments;

/**
 * The user's input: files ({@link dev.barnacle.command.input.InputFiles}), and errors with their
 * places ({@link dev.barnacle.command.input.InputException}).
 *
 * <p>May use: nothing.
 */
package dev.barnacle.command.input;

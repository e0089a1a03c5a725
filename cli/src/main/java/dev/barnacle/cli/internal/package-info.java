/**
 * What all commands share: errors of input with their places ({@link InputException}), files,
 * output that keeps bytes as they are, interruption.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cli.internal;

/**
 * The common part of all commands: output that keeps bytes as they are, colours, interruption,
 * words of a shell.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cli.internal;

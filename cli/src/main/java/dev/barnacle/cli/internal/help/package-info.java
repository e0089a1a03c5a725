/**
 * The texts made of the commands' description: {@link HelpLayout} writes the help, {@link
 * Completion} and {@link ManPages} write what shells and man(1) read.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cli.internal.help;

/**
 * Options that are declared once ({@link DeclaredOption}) and read in two ways: by picocli, and by
 * {@link PlainArguments} where a check is to start fast.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cli.internal.arguments;

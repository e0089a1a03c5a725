/**
 * A launch as the user describes it, in a file or by options: {@link LaunchSpec}, {@link
 * ArgumentSpec}, {@link Init}; read by {@link LaunchFile} and {@link ArgumentText}.
 *
 * <p>May use: image.
 */
package dev.barnacle.cli.internal.launch;

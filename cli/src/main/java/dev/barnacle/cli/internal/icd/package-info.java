/**
 * Barnacle as the driver of the system's loader: where it is installed, and programs that are run
 * with it. Begin with {@link Drivers}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cli.internal.icd;

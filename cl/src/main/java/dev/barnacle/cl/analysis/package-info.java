/**
 * Analyses of a kernel's code for those who choose its arguments. No API: exported to the command
 * line alone.
 *
 * <p>Begin with {@link KernelUse}.
 *
 * <p>May use: program.
 */
package dev.barnacle.cl.analysis;

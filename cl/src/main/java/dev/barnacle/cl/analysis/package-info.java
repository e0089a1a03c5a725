/**
 * What a kernel's code says of the arguments that it needs, for those who make them up. No API:
 * exported to the command line alone.
 *
 * <p>Begin with {@link KernelUse}.
 *
 * <p>May use: program.
 */
package dev.barnacle.cl.analysis;

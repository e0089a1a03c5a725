/**
 * What built-in functions and conversions of OpenCL C are to a work-item. Nothing in here knows
 * kernels.
 *
 * <p>Begin with {@link MathFunctions} and {@link SoftArithmetic}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.watch.internal.run.math;

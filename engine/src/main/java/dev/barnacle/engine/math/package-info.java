/**
 * What built-in functions and conversions of OpenCL C are to a work-item that the JVM runs. Nothing
 * in here knows kernels.
 *
 * <p>Begin with {@link MathFunctions} and {@link SoftArithmetic}.
 */
package dev.barnacle.engine.math;

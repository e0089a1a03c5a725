/**
 * The built-in functions and conversions of OpenCL C for a work-item that the JVM runs. Nothing in
 * here knows kernels.
 *
 * <p>Begin with {@link MathFunctions} and {@link SoftArithmetic}.
 */
package dev.barnacle.engine.math;

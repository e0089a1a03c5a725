/**
 * The built-in kernels that come with Barnacle: sorting, Fourier transforms, a matrix product. They
 * are written with the API alone, as a program's own are, and loaded as the service that they are.
 *
 * <p>They are plain Java loops, and the one that a matrix product spends its time in is one that
 * HotSpot makes SIMD code of. The Vector API would need {@code --add-modules jdk.incubator.vector}
 * in every process, which writes a warning to standard error and makes the JVM start 45 ms later.
 *
 * <p>Begin with {@link StandardKernels}.
 */
package dev.barnacle.cl.builtin;

/**
 * {@code bench --first-second}: what a program of OpenCL pays in its first second, beside the other
 * platforms of this machine. Each figure comes from C programs in processes of their own, which the
 * clang that Barnacle carries compiles.
 *
 * <p>Begin with {@link dev.barnacle.bench.internal.first.FirstSecond} and {@link
 * dev.barnacle.bench.internal.first.Step}.
 *
 * <p>May use: drivers.
 */
package dev.barnacle.bench.internal.first;

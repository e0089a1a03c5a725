/**
 * {@code bench --first-second}: what a program of OpenCL pays in its first second, beside the other
 * platforms of this machine. Each figure comes from C programs in processes of their own, which the
 * clang that Barnacle carries compiles.
 *
 * <p>Begin with {@link dev.barnacle.cli.internal.bench.first.FirstSecond} and {@link
 * dev.barnacle.cli.internal.bench.first.Step}.
 *
 * <p>May use: icd, internal, json.
 */
package dev.barnacle.cli.internal.bench.first;

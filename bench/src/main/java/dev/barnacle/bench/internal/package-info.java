/**
 * {@code bench}: the same work on Barnacle, on other platforms and in C. Begin with {@link
 * BenchCommand}.
 *
 * <p>May use: drivers, first.
 */
package dev.barnacle.bench.internal;

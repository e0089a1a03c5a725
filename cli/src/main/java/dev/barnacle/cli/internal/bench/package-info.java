/**
 * {@code bench}: the same work on Barnacle, on other platforms and in C. Begin with {@link
 * BenchCommand}.
 *
 * <p>May use: arguments, bench.first, icd, internal, json, litmus.
 */
package dev.barnacle.cli.internal.bench;

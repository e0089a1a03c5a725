/**
 * The graph of an execution: its atomic operations and fences with their clocks, which write each
 * reads from, and what is known of modification order.
 *
 * <p>Begin with {@link Cell} and {@link Event}.
 *
 * <p>May use: kernel.code.
 */
package dev.barnacle.explore.internal.kernel.graph;

/**
 * The memory of an execution: bytes, who accessed them last and by what, and the atomic objects
 * among them. It is copied page by page when executions part.
 *
 * <p>Begin with {@link Memory}.
 *
 * <p>May use: kernel.code, kernel.graph.
 */
package dev.barnacle.explore.internal.kernel.memory;

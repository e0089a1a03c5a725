/**
 * The state of an execution: what of it may still matter. Two executions with the same one have the
 * same future, so that only one is followed.
 *
 * <p>Begin with {@link States}.
 *
 * <p>May use: kernel.code, kernel.graph, kernel.memory, kernel.item.
 */
package dev.barnacle.explore.internal.kernel.state;

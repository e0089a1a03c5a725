/**
 * The weakest memory orders, scopes and flags with which a kernel is correct, and the smallest
 * edits that make one so.
 *
 * <p>Begin with {@link Weakening} and {@link Repair}.
 *
 * <p>May use: kernel.code.
 */
package dev.barnacle.explore.internal.kernel.tune;

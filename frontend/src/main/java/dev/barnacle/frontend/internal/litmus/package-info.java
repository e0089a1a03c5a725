/**
 * Litmus tests in C: their syntax, and their threads lowered to the IR.
 *
 * <p>Begin with {@link LitmusLowering}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.frontend.internal.litmus;

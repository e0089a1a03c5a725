/**
 * The threads of a scenario as the interpreter runs them: their code, decoded, what can be known of
 * it before it runs, and the state that they are in.
 *
 * <p>Begin with {@link ThreadCode} and {@link Interpreter}.
 *
 * <p>May use: kernel.code.
 */
package dev.barnacle.explore.internal.program;
